import { refusal } from '#core/refusal.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { ExperienceType, ShiftFields, ShiftRow, ShiftStatus } from '../contract.ts'

/** The leaders of a shift and its kind, which decides who must lead it. */
export type Led = { experience_type: ExperienceType; proctor_id: string | null; preceptor_id: string | null }

/**
 * True if the shift lacks a required leader. Observation and orientation need none; a preceptor alone may lead only a precepted shift. The
 * same rule as `needsInstructorIn` (server/queries/in-sql.ts), which the dashboard counts by; a test compares them.
 */
export function needsInstructor({ experience_type: kind, proctor_id, preceptor_id }: Led): boolean {
  if (kind === 'observation' || kind === 'orientation') return false
  return proctor_id === null && (kind !== 'precepted' || preceptor_id === null)
}

type Leaders = Pick<ShiftFields, 'proctor_id' | 'more_proctor_ids' | 'preceptor_id' | 'more_preceptor_ids'>
const firstAndMore = <Id>(first: Id | null, more: readonly Id[]): Id[] =>
  first === null ? [...more] : [first, ...more]

/** The instructors of a shift in order. Every rule about instructors uses this, as app.instructors_of does in SQL. */
export const instructorsOf = (shift: Pick<Leaders, 'proctor_id' | 'more_proctor_ids'>): string[] =>
  firstAndMore(shift.proctor_id, shift.more_proctor_ids)
/** The preceptors of a shift in order. */
export const preceptorsOf = (shift: Pick<Leaders, 'preceptor_id' | 'more_preceptor_ids'>): string[] =>
  firstAndMore(shift.preceptor_id, shift.more_preceptor_ids)
/** True if this person leads the shift as an instructor or preceptor. */
export const isLedBy = (shift: Leaders, person: string): boolean =>
  instructorsOf(shift).includes(person) || preceptorsOf(shift).includes(person)

/** The instructors as fields of a shift: the first separately, without duplicates. */
export function asInstructors(people: readonly string[]) {
  const [first = null, ...more] = new Set(people)
  return { proctor_id: first, more_proctor_ids: more }
}
/** The preceptors as fields of a shift. */
export function asPreceptors(people: readonly string[]) {
  const [first = null, ...more] = new Set(people)
  return { preceptor_id: first, more_preceptor_ids: more }
}

type Names = Pick<ShiftRow, 'proctor_name' | 'more_proctor_names' | 'preceptor_name' | 'more_preceptor_names'>
const named = (people: readonly string[]): string | null => (people.length > 0 ? people.join(', ') : null)
/** The names of the instructors, or null if there are none. */
export const instructorNames = (shift: Pick<Names, 'proctor_name' | 'more_proctor_names'>): string | null =>
  named(firstAndMore(shift.proctor_name, shift.more_proctor_names))
/** The names of the preceptors, or null if there are none. */
export const preceptorNames = (
  shift: Pick<Names, 'preceptor_name' | 'more_preceptor_names'>,
): string | null => named(firstAndMore(shift.preceptor_name, shift.more_preceptor_names))
/** The names of the instructors, or of the preceptors if there are no instructors. */
export const leaderNames = (shift: Names): string | null => instructorNames(shift) ?? preceptorNames(shift)

/** True if the shift may be published before an instructor is named, given the school's setting publish_without_instructor. */
export function mayNameLater(shift: Led, schoolAllows: boolean): boolean {
  return schoolAllows && shift.experience_type !== 'precepted' && needsInstructor(shift)
}

/** Why this instructor can't substitute, or null: they teach another shift at that time. */
export const instructorBusyBlocker = (
  other: {
    title: string | null
    unit_name: string | null
    date: string
    start_time: string
    end_time: string
  } | null,
) =>
  other &&
  refusal('shift.instructor_busy', {
    title: other.unit_name ?? other.title ?? 'a shift on campus',
    date: other.date,
    start_time: other.start_time.slice(0, 5),
    end_time: other.end_time.slice(0, 5),
  })

/** The successor on a shift, and what they may lead at its school. */
export type Successor = {
  id: string
  name: string | null
  is_proctor: boolean
  is_of_school: boolean
  is_preceptor: boolean
}
type Handed = {
  proctor_ids: readonly string[]
  preceptor_ids: readonly string[]
  successor: Successor | null
}

/** The leaders of a shift after a handover. A person who takes the shift back gets the position that fits their role. */
export function leadersAfter({ proctor_ids, preceptor_ids, successor }: Handed, userId: string) {
  const isReturn = successor?.id === userId
  const instructs = proctor_ids.includes(userId) || (isReturn && successor.is_proctor)
  const precepts = preceptor_ids.includes(userId) || (isReturn && !successor.is_proctor)
  const next = successor ? [successor.id] : []
  const handed = (people: readonly string[]): string[] => {
    const after = people.flatMap((one) => (one === userId ? next : [one]))
    return [...new Set(people.includes(userId) ? after : [...after, ...next])]
  }
  return {
    instructs,
    precepts,
    proctor_ids: instructs ? handed(proctor_ids) : [...proctor_ids],
    preceptor_ids: precepts ? handed(preceptor_ids) : [...preceptor_ids],
  }
}

type LedBy = Pick<Handed, 'proctor_ids' | 'preceptor_ids'>

/**
 * The columns of a shift after a handover. Without an instructor a visible shift says that one will be named; reminders start over if the
 * instructors change; and a shift of a series becomes an exception.
 */
export function leaderColumns(
  shift: LedBy & { status: ShiftStatus; to_be_named: boolean; reminders_sent: number; is_of_series: boolean },
  { proctor_ids: proctors, preceptor_ids: preceptors }: LedBy,
) {
  const before = shift.proctor_ids
  const isShown = upcomingStates.includes(shift.status)
  const isSame = before.length === proctors.length && before.every((id, at) => id === proctors[at])
  return {
    proctor_id: proctors[0] ?? null,
    more_proctor_ids: proctors.slice(1),
    preceptor_id: preceptors[0] ?? null,
    more_preceptor_ids: preceptors.slice(1),
    instructor_to_be_named: proctors.length === 0 && (before.length === 0 ? shift.to_be_named : isShown),
    reminders_sent: isSame ? shift.reminders_sent : 0,
    is_series_exception: shift.is_of_series,
  }
}

/**
 * Why a person can't take over a position on a shift, or null: only the school's active instructors may instruct, and only preceptors
 * precept.
 */
export function successorBlocker(
  { instructs, precepts }: { instructs: boolean; precepts: boolean },
  successor: Successor | null,
) {
  if (!successor) return null
  if (instructs && !(successor.is_proctor && successor.is_of_school))
    return refusal('shift.no_such_instructor')
  return precepts && !successor.is_preceptor ? refusal('shift.no_such_preceptor') : null
}
