import type { Finding } from '../contract.ts'

/** Why a site or unit has no student capacity, to follow its name in a sentence. */
export const noCapacityLabels = {
  no_units: 'has no units yet, so students can’t be placed there.',
  no_shift_patterns: 'has no shift patterns.',
  no_capacity_ahead: 'takes no students from today on: all its windows are over or empty.',
} as const satisfies Partial<Record<Finding['code'], string>>

const isNoCapacity = (code: Finding['code']): code is keyof typeof noCapacityLabels =>
  code in noCapacityLabels

/** The same where the name is next to it: “Has no units yet…”; the finding’s own message for anything else. */
export function noCapacityReason({ code, message }: Pick<Finding, 'code' | 'message'>): string {
  if (!isNoCapacity(code)) return message
  const words = noCapacityLabels[code]
  return words.charAt(0).toUpperCase() + words.slice(1)
}
