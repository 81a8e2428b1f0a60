import { formatDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { when, where } from '#core/shift-facts.ts'
import { type CountedLimit, type LimitFacts, countedLimits } from '#features/shifts/rules.ts'
import type { SeatBlock } from '../contract.ts'

/** How each thing that stands between a student and a shift reads; of several the first counts. */
const blockWords = {
  not_a_student: () => 'Only an active student of the school is placed on its shifts.',
  // As in features/leaves/rules.ts: leaveBlocker.
  on_leave: ({ until }) =>
    until === undefined
      ? 'On leave, without a date of return. The school can end the leave.'
      : `On leave until ${formatDate(until)}. Choose a shift after that; the school can end the leave earlier.`,
  cohort: () => 'This shift is for another cohort.',
  on_it: () => 'Already on this shift.',
  capstone: () => 'A day of the capstone project is at that time. Move that day first.',
  overlap: ({ unit = null, site = null, ...at }) =>
    `Another shift is at that time: ${where({ unit, site, ...at })}, ${when({ unit, site, ...at })}.`,
  rest: ({ hours, ...at }) =>
    `Too close to a night shift: ${hours} hours of rest are needed after ${when({ unit: null, site: null, ...at })}.`,
  level: ({ year, most }) =>
    most === 1
      ? `The unit takes 1 ${year.replace('_', '-')} student at a time, who is there.`
      : `The unit takes ${most} ${year.replace('_', '-')} students at a time, and they are there.`,
} as const satisfies { [Rule in keyof SeatBlock]-?: (found: NonNullable<SeatBlock[Rule]>) => string }

/**
 * What keeps a student from a shift, with its sentence: the first of what PostgreSQL found. Rest after a night can be set aside, nothing
 * else (domain 2.6).
 */
export function blockerOf(block: SeatBlock | null): Omit<FoundBlocker, 'student_id'> {
  const rules = Object.keys(blockWords) as (keyof SeatBlock)[]
  const rule = rules.find((one) => block?.[one])
  if (!block || !rule) return { rule: null, message: null, is_soft: false }
  const words = blockWords[rule] as (found: unknown) => string
  return { rule, message: words(block[rule]), is_soft: rule === 'rest' }
}

/** What PostgreSQL found between a student and a shift: a hard rule, a soft one, or none. */
export type FoundBlocker = {
  student_id: string
  rule: string | null
  message: string | null
  is_soft: boolean
}

/**
 * What is found with the clearance counted in: who is not cleared for the shift may come with a reason, as after a night; a hard rule
 * stays hard (domain §2.8).
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

/** A soft rule that is set aside, and why. */
export type Override = { rule: string; reason: string }

/** What is kept of a soft rule that someone sets aside with a reason; null where there is none, it is hard, or no one says why (domain 2.6). */
export function setAside(found: FoundBlocker | undefined, reason: string | null): Override | null {
  return found?.rule && found.is_soft && isReason(reason)
    ? { rule: found.rule, reason: (reason ?? '').trim() }
    : null
}

export const isReason = (text: string | null): boolean => (text?.trim().length ?? 0) >= 3

/** What PostgreSQL counts of a shift that takes no one more (app.shift_limits). */
export type FullFacts = LimitFacts & {
  seats: number
  seats_limit: string | null
  taken: number
  is_student: boolean | null
}

const applying = (facts: FullFacts): CountedLimit[] => countedLimits(facts).filter(({ applies }) => applies)

/** The limit by which a shift is full: the one that its seats were counted by, else the smallest. */
export function limitOfFull(facts: FullFacts): CountedLimit {
  const limits = applying(facts).filter(({ limit_name: name }) => name !== 'closed')
  return limits.find(({ limit_name: name }) => name === facts.seats_limit) ?? limits[0]!
}

/**
 * The limits that keep a shift with free seats from taking anyone more: rules that became stricter since its seats were counted. That a
 * unit takes one school at a time was decided at the approval.
 */
export const limitsReached = (facts: FullFacts): CountedLimit[] =>
  applying(facts).filter(
    ({ limit_name: name, seats }) => name !== 'exclusive' && name !== 'shift' && seats <= facts.taken,
  )

/** The rule of a refusal, as the list of who was put on a shift names it: 'full' of 'seat.full'. */
export const ruleOfRefusal = (code: string): string => code.split('.').at(-1)!

/** What keeps a student from a shift, or null: nothing, or a soft rule that is set aside with a reason (domain 2.6). */
export function seatBlocker(found: FoundBlocker | undefined, reason: string | null) {
  if (!found?.rule || setAside(found, reason)) return null
  return refusal('seat.blocked', { rule: found.rule, sentence: found.message ?? '' })
}

/** Why a request cannot be given a seat now, with what helps; only a free seat sets it aside (domain §2.6). */
export const fullBlocker = (isFull: boolean): string | null =>
  isFull ? 'All seats are taken. Use the waitlist, or add seats on the shift.' : null
