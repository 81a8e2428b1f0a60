/** Miles around a ZIP code that may be asked for. */
export const distances = [10, 25, 50, 100, 250] as const
