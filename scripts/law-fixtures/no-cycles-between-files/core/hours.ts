import { round } from './money.ts' // bad

export const hours = (): number => round()
