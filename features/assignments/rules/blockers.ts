import { formatDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { when, where } from '#core/shift-facts.ts'
import { type CountedLimit, type LimitFacts, countedLimits } from '#features/shifts/rules.ts'
import type { SeatBlock } from '../contract.ts'

/** The text for each thing that keeps a student from a shift; if there are several, the first counts. */
const blockWords = {
  not_a_student: () => 'Only active students of the school can be placed on its shifts.',
  // As in features/leaves/rules.ts: leaveBlocker.
  on_leave: ({ until }) =>
    until === undefined
      ? 'On leave, with no return date. The school can end the leave.'
      : `On leave until ${formatDate(until)}. Choose a shift after that; the school can end the leave earlier.`,
  cohort: () => 'This shift is for another cohort.',
  on_it: () => 'Already on this shift.',
  capstone: () => 'A capstone day, or the rest after it, is at that time. Move that day first.',
  overlap: ({ unit = null, site = null, ...at }) =>
    `Another shift is at that time: ${where({ unit, site, ...at })}, ${when({ unit, site, ...at })}.`,
  rest: ({ hours, ...at }) =>
    `Too close to a night shift: ${hours} hours of rest are needed after ${when({ unit: null, site: null, ...at })}.`,
  level: ({ year, most }) =>
    most === 1
      ? `The unit takes 1 ${year.replace('_', '-')} student at a time and is at that limit.`
      : `The unit takes ${most} ${year.replace('_', '-')} students at a time and is at that limit.`,
} as const satisfies { [Rule in keyof SeatBlock]-?: (found: NonNullable<SeatBlock[Rule]>) => string }

/**
 * The rule that keeps a student from a shift, with its sentence: the first one that PostgreSQL found. Only rest after a night can be
 * overridden (domain 2.6).
 */
export function blockerOf(block: SeatBlock | null): Omit<FoundBlocker, 'student_id'> {
  const rules = Object.keys(blockWords) as (keyof SeatBlock)[]
  const rule = rules.find((one) => block?.[one])
  if (!block || !rule) return { rule: null, message: null, is_soft: false }
  const message = (blockWords[rule] as (found: unknown) => string)(block[rule])
  return { rule, message, is_soft: rule === 'rest' }
}

/** What PostgreSQL found that keeps a student from a shift: a hard rule, a soft one, or none. */
export type FoundBlocker = {
  student_id: string
  rule: string | null
  message: string | null
  is_soft: boolean
}

/**
 * Adds the clearance: a student who is not cleared can be assigned with a reason,
 * same as for rest after a night; a hard rule stays hard (domain §2.8).
 */
export function withClearance<Found extends Omit<FoundBlocker, 'student_id'>>(
  found: Found,
  sentence: string | null,
): Found {
  if (!sentence || (found.rule !== null && !found.is_soft)) return found
  return found.rule === null
    ? { ...found, rule: 'not_cleared', message: sentence, is_soft: true }
    : { ...found, message: [found.message, sentence].filter(Boolean).join(' ') }
}

/** A soft rule that is overridden, and why. */
export type Override = { rule: string; reason: string }

/** The override to record for a soft rule; null if there is no rule, it is hard, or no reason is given (domain 2.6). */
export function overrideOf(found: FoundBlocker | undefined, reason: string | null): Override | null {
  return found?.rule && found.is_soft && isReason(reason)
    ? { rule: found.rule, reason: (reason ?? '').trim() }
    : null
}

export const isReason = (text: string | null): boolean => (text?.trim().length ?? 0) >= 3

/** The counts PostgreSQL returns for a shift that takes no more students (app.shift_limits). */
export type FullFacts = LimitFacts & {
  seats: number
  seats_limit: string | null
  taken: number
  is_student: boolean | null
}

const applying = (facts: FullFacts): CountedLimit[] => countedLimits(facts).filter(({ applies }) => applies)

/** The limit that makes a shift full: the one its seats were counted by, otherwise the smallest. */
export function limitOfFull(facts: FullFacts): CountedLimit {
  const limits = applying(facts).filter(({ limit_name: name }) => name !== 'closed')
  return limits.find(({ limit_name: name }) => name === facts.seats_limit) ?? limits[0]!
}

/**
 * The limits that keep a shift with free seats from taking more students: rules that became stricter since
 * its seats were counted. Excludes a unit's one-school-at-a-time rule, which was decided at approval.
 */
export const limitsReached = (facts: FullFacts): CountedLimit[] =>
  applying(facts).filter(
    ({ limit_name: name, seats }) => name !== 'exclusive' && name !== 'shift' && seats <= facts.taken,
  )

/** The rule of a refusal code, as the results of assigning students name it: 'full' for 'seat.full'. */
export const ruleOfRefusal = (code: string): string => code.split('.').at(-1)!

/** Why a student cannot be assigned to a shift, or null if nothing blocks it or a reason overrides a soft rule (domain 2.6). */
export function seatBlocker(found: FoundBlocker | undefined, reason: string | null) {
  if (!found?.rule || overrideOf(found, reason)) return null
  return refusal('seat.blocked', { rule: found.rule, sentence: found.message ?? '' })
}

/** Why a request cannot get a seat now, with the next step; only a free seat resolves it (domain §2.6). */
export const fullBlocker = (isFull: boolean): string | null =>
  isFull ? 'All seats are taken. Use the waitlist, or add seats on the shift.' : null
