import { formatNumber } from '#core/number-text.ts'

/** What a list says that is cut after so many of the newest. */
export const newestOnly = (most: number): string => `Only the newest ${formatNumber(most)} are shown.`
