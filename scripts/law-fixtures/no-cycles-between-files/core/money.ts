import type { Hours } from './rates.ts'

export const round = (): Hours => 1
