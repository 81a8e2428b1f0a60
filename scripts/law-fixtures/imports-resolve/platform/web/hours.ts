import { gone } from '#core/gone.ts' // bad

export const hours = gone
