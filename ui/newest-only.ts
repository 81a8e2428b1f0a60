import { formatNumber } from '#core/number-text.ts'

/** The notice of a list that only shows the newest entries. */
export const newestOnlyNotice = (most: number): string => `Only the newest ${formatNumber(most)} are shown.`
