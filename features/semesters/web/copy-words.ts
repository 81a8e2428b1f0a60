import type { SkipReason } from '../contract.ts'
import { formatNumber } from '#core/number-text.ts'
import { skipReasonLabels } from '../rules.ts'

/** By how much the dates moved, in words: "147 days later". */
export function daysMoved(days: number): string {
  if (days === 0) return 'Same dates'
  return `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'} ${days > 0 ? 'later' : 'earlier'}`
}

/** How many shifts stay after an undo: "1 shift stays." */
export const keptWords = (kept: number): string =>
  kept === 1 ? '1 shift stays.' : `${formatNumber(kept)} shifts stay.`

/** Why shifts are not copied and how many each: "4 on a break, 1 left out by you"; empty if all are copied. */
export function reasonsInWords(counts: Partial<Record<SkipReason, number>>): string {
  return (Object.keys(skipReasonLabels) as SkipReason[])
    .filter((reason) => counts[reason])
    .map((reason) => `${formatNumber(counts[reason] ?? 0)} ${skipReasonLabels[reason].toLowerCase()}`)
    .join(', ')
}
