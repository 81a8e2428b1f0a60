import type { Hours } from './server/hours.ts' // bad

export const isEnough = (hours: Hours): boolean => hours > 1
