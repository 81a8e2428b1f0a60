import { formatDate, formatRange } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Audience, Group, Reach } from './contract.ts'

/** The party that writes. */
export type Party = 'school' | 'facility'

/** Why this party may not write to these recipients, or null: a school writes to its own people, a facility to its partner schools. */
export function audienceBlocker(party: Party, audience: Audience) {
  if ((party === 'facility') !== (audience.kind === 'partners')) return refusal('message.not_theirs')
  if (audience.kind === 'site' && audience.to < audience.from) return refusal('message.days_reversed')
  return null
}

/** Why nothing is sent, or null. */
export const reachBlocker = ({ people, schools }: Pick<Reach, 'people' | 'schools'>) =>
  people + schools === 0 ? refusal('message.reaches_no_one') : null

type Words = { audience: unknown; title: string; message: string; is_urgent: boolean }

/** Refuses to send under the id of another message; the same one again is no fault. */
export const resendBlocker = (known: Words, sent: Words) =>
  JSON.stringify(sorted(known.audience)) === JSON.stringify(sorted(sent.audience)) &&
  known.title === sent.title &&
  known.message === sent.message &&
  known.is_urgent === sent.is_urgent
    ? null
    : refusal('message.sent_otherwise')

/** The same value with its keys in one order: PostgreSQL keeps them in its own. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => a.localeCompare(b)))
    : value

const groupWords: Record<Group, string> = {
  students: 'All students',
  instructors: 'All instructors',
  everyone: 'All students and instructors',
}

const count = (of: number, one: string, many = `${one}s`): string =>
  `${of.toLocaleString('en-US')} ${of === 1 ? one : many}`

/** "3 cohorts", or the names while they are few. */
const listed = (names: readonly string[], one: string): string =>
  names.length <= 3 ? names.join(', ') : count(names.length, one)

/**
 * How the recipients are called, for the list of sent messages: "Harborview, Tue, Dec 1, 2026", "BSN Fall 2024". `names` are those of
 * the shifts, cohorts, units or the site that were chosen.
 */
export function audienceWords(audience: Audience, names: readonly string[]): string {
  if (audience.kind === 'school') return groupWords[audience.group]
  if (audience.kind === 'cohorts') return listed(names, 'cohort')
  if (audience.kind === 'shifts') return listed(names, 'shift')
  if (audience.kind === 'partners')
    return names.length === 0 ? 'All partner schools' : `Schools on ${listed(names, 'unit')}`
  const { from, to } = audience
  const days = from === to ? formatDate(from, 'weekday') : formatRange(from, to)
  return `${names[0] ?? 'Site'}, ${days}`
}

/** "18 people: 16 students and 2 instructors", "4 schools"; null where no one is reached. */
export function reachWords({ people, students, instructors, schools }: Reach): string | null {
  if (schools > 0) return count(schools, 'school')
  if (people === 0) return null
  if (instructors === 0) return count(students, 'student')
  if (students === 0) return count(instructors, 'instructor')
  return `${count(people, 'person', 'people')}: ${count(students, 'student')} and ${count(instructors, 'instructor')}`
}
