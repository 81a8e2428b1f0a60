/** The distances in miles around a ZIP code that can be chosen. */
export const distances = [10, 25, 50, 100, 250] as const
