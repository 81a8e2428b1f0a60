import { specialtyLabels, specialtyName } from '#core/specialties.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { studentLevelLabels } from '#features/facilities/rules.ts'
import type { ConflictKind, HardshipKind, OwnOption, Rotation, Wishlist, WishlistKind } from '../contract.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The dates of a wishlist: 'Open … once announced' for a draft, 'Opens …', 'Closes …, 11:59 PM' or 'Closed …', in the school's time zone. */
export function datesOf({
  phase,
  opens_on: opens,
  closes_on: closes,
  time_zone: zone,
}: Pick<Wishlist, 'phase' | 'opens_on' | 'closes_on' | 'time_zone'>): string {
  if (phase === 'draft') return `Open ${formatRange(opens, closes)} once announced`
  if (phase === 'scheduled') return `Opens ${formatDate(opens, 'long')}`
  const end = `${formatDate(closes, 'long')}, 11:59 PM`
  return phase === 'open'
    ? `Closes ${end} (${zone.replace(/^.*\//, '').replaceAll('_', ' ')} time)`
    : `Closed ${end}`
}

/** What students rank, by the kind of a wishlist. */
export const rankedWords = {
  rotations: { one: 'rotation', many: 'rotations', title: 'Rotations' },
  capstone: { one: 'preceptor or unit', many: 'preceptors and units', title: 'Preceptors and units' },
} as const satisfies Record<WishlistKind, object>

/** When a rotation is: 'Mon, Wed · 7:00 AM–3:00 PM · Jan 12 – Apr 27, 2027'. */
export function patternOf(rotation: Rotation): string {
  if (rotation.weekdays.length === 0)
    return `On the preceptor’s shifts · ${formatRange(rotation.first_date, rotation.last_date)}`
  const days = rotation.weekdays.map((day) => DAYS[day - 1]).join(', ')
  return `${days} · ${clockRange(rotation.start_time, rotation.end_time)} · ${formatRange(rotation.first_date, rotation.last_date)}`
}

/** What a rotation gives: '15 shifts, 120 hours · 8 seats'. */
export function amountOf({ shift_count: shifts, hours, seats }: Rotation): string {
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`
  if (shifts === 0) return `Takes ${count(seats, 'student')}`
  return `${count(shifts, 'shift')}, ${count(hours, 'hour')} · ${count(seats, 'seat')}`
}

const fieldsOf = (tags: readonly Specialty[]): string => tags.map((tag) => specialtyLabels[tag]).join(', ')

/** Conditions of a rotation other than seats: the minimum of students, the maximum per year of study, and required specialties. */
export function conditionsOf({
  min_seats: least,
  level_seats: levels,
  requires,
  availability,
}: Rotation): string[] {
  const years = Object.entries(levels).map(
    ([level, most]) =>
      `${most} of ${studentLevelLabels[level as keyof typeof studentLevelLabels].toLowerCase()}`,
  )
  return [
    availability,
    least > 1 && `Held with ${least} students or more.`,
    years.length > 0 && `At most ${years.join(', ')}.`,
    requires.length > 0 && `Completed before: ${fieldsOf(requires)}.`,
  ].filter((line): line is string => typeof line === 'string')
}

/** The specialties that an option requires and the student has not completed, in words, or null. */
export const missingInWords = ({ missing }: OwnOption): string | null =>
  missing.length === 0
    ? null
    : `You have not completed ${fieldsOf(missing).toLowerCase()}. You can’t be placed here until you do.`

/** '12 miles'. */
export const milesInWords = (miles: number): string => `${miles} ${miles === 1 ? 'mile' : 'miles'}`

/** How an option contributes to the student's hours in its specialty, or null if its hours are not known yet. */
export function hoursInWords({ hours, hours_needed: needed, specialty }: OwnOption): string | null {
  if (hours === 0) return null
  const field = specialtyName(specialty).toLowerCase()
  if (needed <= 0) return `You need no more hours in ${field}.`
  const closed = Math.min(hours, needed)
  return closed >= needed
    ? `Covers all ${needed} hours you still need in ${field}.`
    : `Covers ${closed} of the ${needed} hours you still need in ${field}.`
}

/** That it would clash with one of the student's shifts, or null. */
export const clashInWords = ({ clashes_on: day }: OwnOption): string | null =>
  day === null
    ? null
    : `You have another shift at that time on ${formatDate(day, 'long')}. You cannot be placed here while you have it.`

export const hardshipLabels: Record<HardshipKind, string> = {
  transport: 'Transportation',
  caregiving: 'Caring for someone',
  employment: 'Employment',
  health: 'Health',
  language: 'Language',
  other: 'Other',
}
export const conflictLabels: Record<ConflictKind, string> = {
  employer: 'I work there',
  relative: 'A relative works there',
  former_patient: 'I was a patient there',
  other: 'Another reason',
}

/** The same as the school reads it. */
export const conflictWords: Record<ConflictKind, string> = {
  employer: 'works there',
  relative: 'a relative works there',
  former_patient: 'was a patient there',
  other: 'another reason',
}
