import { wiring } from './wiring.ts' // bad

export const start = wiring
