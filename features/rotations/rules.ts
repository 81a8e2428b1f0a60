import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { agreedStates, aheadStates } from '#core/shift-statuses.ts'
import type { WishlistPhase } from '#features/wishlists/contract.ts'
import type { Proposal, SeriesPattern, ShiftFields, ShiftStatus } from '#features/shifts/contract.ts'
import { asInstructors, MAX_SERIES, newShift, hasReason, seriesDates } from '#features/shifts/rules.ts'
import type { FollowUp, RotationFields, RotationOrigin, RotationRelease } from './contract.ts'

/** The fields of a rotation from which its shifts are made. */
export type RotationPlan = Omit<RotationFields, 'semester_id' | 'min_seats' | 'level_seats' | 'requires'> & {
  min_seats: number
}

/** The fields of a shift that follow its rotation. */
export type FollowingFields = Pick<
  ShiftFields,
  | 'title'
  | 'course_code'
  | 'start_time'
  | 'end_time'
  | 'facility_id'
  | 'specialty'
  | 'experience_type'
  | 'capacity'
  | 'min_to_run'
  | 'break_min'
  | 'conference_min'
  | 'cohort_ids'
  | 'proctor_id'
  | 'more_proctor_ids'
>
type Following = keyof FollowingFields

export type HeldShift = FollowingFields & {
  id: string
  version: number
  date: PlainDate
  status: ShiftStatus
  submitted_at: string | null
  is_series_exception: boolean
  /** What one party asks of the other for it. */
  change: (Proposal & { party?: string }) | null
}

/** Statuses of shifts that are still to be held and so follow their rotation. */
export const followingStates: readonly ShiftStatus[] = ['draft', ...aheadStates]
/** Fields agreed with the facility, which change only with its consent. */
const consentFields: readonly Following[] = ['start_time', 'end_time', 'facility_id', 'capacity']

/** The pattern of existing days: their weekdays, with the days in between left out. */
export function patternOf(dates: readonly PlainDate[]): SeriesPattern {
  const days = [...new Set(dates)].toSorted()
  const [from, to] = [days[0]!, days.at(-1)!]
  const plain = { weekdays: [...new Set(days.map(weekdayOf))].toSorted(), every_weeks: 1, from, to }
  const held = new Set(days)
  const skipped = seriesDates({ ...plain, skipped: [] })
    .filter((date) => !held.has(date))
    .map((date) => ({ date, reason: '' }))
  return { ...plain, skipped }
}

/** The instructors on a day, in order; empty if that weekday has none. */
export const leadersOn = ({ instructors }: Pick<RotationPlan, 'instructors'>, date: PlainDate): string[] =>
  instructors.filter(({ weekday }) => weekday === weekdayOf(date)).map(({ proctor_id: id }) => id)

/** The rotation's shift on a day (Domain 2.5, rotation). */
export function shiftOn(rotation: RotationPlan, date: PlainDate): FollowingFields {
  const { course_code, start_time, end_time, facility_id, specialty, experience_type } = rotation
  const { break_min, conference_min, cohort_ids } = rotation
  return {
    title: rotation.name,
    course_code,
    start_time,
    end_time,
    facility_id,
    specialty,
    experience_type,
    capacity: rotation.seats,
    min_to_run: Math.max(newShift.min_to_run, rotation.min_seats),
    break_min,
    conference_min,
    cohort_ids,
    ...asInstructors(leadersOn(rotation, date)),
  }
}

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const unlike = (a: FollowingFields, b: FollowingFields): Following[] =>
  (Object.keys(b) as Following[]).filter((field) => !alike(a[field], b[field]))

/** How a shift differs from its rotation; null if the rotation no longer includes that day. */
export const differencesOf = (rotation: RotationPlan, shift: FollowingFields & { date: PlainDate }) =>
  seriesDates(rotation.pattern).includes(shift.date) ? unlike(shift, shiftOn(rotation, shift.date)) : null

export type FollowStep =
  | { kind: 'change'; shift: HeldShift; fields: Partial<FollowingFields>; proposal: Proposal }
  | { kind: 'remove' | 'withdraw' | 'cancel'; shift: HeldShift }

/**
 * What happens to upcoming shifts when a rotation changes: they adopt the changes; those on a removed day are deleted, withdrawn or
 * canceled; each new day gets a draft. Without `before`, they adopt everything.
 */
export function followSteps(
  before: RotationPlan | null,
  after: RotationPlan | null,
  shifts: readonly HeldShift[],
  tomorrow: PlainDate,
): { steps: FollowStep[]; added: PlainDate[] } {
  const ahead = shifts.filter(({ status }) => followingStates.includes(status))
  const days = new Set(after ? seriesDates(after.pattern) : [])
  const earlier = new Set(before ? seriesDates(before.pattern) : [...days])
  const held = new Set(ahead.map(({ date }) => date))
  const steps = ahead.flatMap((shift): FollowStep[] => {
    const hasFallen = before !== null && earlier.has(shift.date) && !days.has(shift.date)
    if (after === null || hasFallen) return [{ kind: dropOf(shift), shift }]
    // A shift that was moved to another day with the facility's consent keeps it, and its instructors.
    const wanted = {
      ...shiftOn(after, shift.date),
      ...(!days.has(shift.date) && {
        proctor_id: shift.proctor_id,
        more_proctor_ids: shift.more_proctor_ids,
      }),
    }
    const last = before && shiftOn(before, shift.date)
    const fields = unlike(shift, wanted).filter((field) => !last || !alike(last[field], wanted[field]))
    const step = changeOf(shift, wanted, fields)
    return Object.keys({ ...step.fields, ...step.proposal }).length === 0 ? [] : [step]
  })
  const added = [...days].filter((date) => !earlier.has(date) && !held.has(date) && date >= tomorrow)
  return { steps, added }
}

function dropOf({ status, submitted_at }: HeldShift): 'remove' | 'withdraw' | 'cancel' {
  if (agreedStates.includes(status) || status === 'postponed') return 'cancel'
  return status === 'draft' && submitted_at === null ? 'remove' : 'withdraw'
}

type ChangeStep = Extract<FollowStep, { kind: 'change' }>

function changeOf(shift: HeldShift, wanted: FollowingFields, fields: readonly Following[]): ChangeStep {
  const isAgreed = agreedStates.includes(shift.status) && shift.facility_id !== null
  const isAsked = (field: Following) => isAgreed && consentFields.includes(field)
  const pick = (some: readonly Following[]) => Object.fromEntries(some.map((field) => [field, wanted[field]]))
  const asked = fields.filter(isAsked)
  const waiting = shift.change?.party === 'school' ? shift.change : null
  const isWanted = (field: Following) => alike(waiting?.[field as keyof Proposal], wanted[field])
  // Exactly this is asked already: a request that also asks for something else is replaced.
  const isAskedAlready =
    asked.every(isWanted) &&
    consentFields.every((field) => waiting?.[field as keyof Proposal] == null || isWanted(field))
  return {
    kind: 'change',
    shift,
    fields: pick(fields.filter((field) => !isAsked(field))),
    proposal: isAskedAlready ? {} : pick(asked),
  }
}

/** How many shifts these steps affect, by kind of step. */
export function countSteps(
  steps: readonly FollowStep[],
  added: readonly PlainDate[],
): Omit<FollowUp, 'refused'> {
  const of = (kind: FollowStep['kind']) => steps.filter((step) => step.kind === kind).length
  const asked = steps.filter((step) => step.kind === 'change' && Object.keys(step.proposal).length > 0).length
  return {
    changed: of('change'),
    asked,
    added: added.length,
    removed: of('remove'),
    withdrawn: of('withdraw'),
    canceled: of('cancel'),
  }
}

type Wish = { phase: WishlistPhase }
/** The stage of a rotation (Domain 2.5, release): canceled or published takes precedence over a wishlist that offers it. */
export function releaseOf(rotation: {
  is_canceled: boolean
  published: number
  wishlists: readonly Wish[]
}): RotationRelease {
  if (rotation.is_canceled) return 'canceled'
  if (rotation.published > 0) return 'published'
  const phases = rotation.wishlists.map(({ phase }) => phase)
  if (phases.includes('published') || phases.includes('archived')) return 'matched'
  return phases.some((phase) => phase !== 'draft') ? 'in_wishlist' : 'draft'
}

/** Why a rotation can't have these fields, or null: its numbers and days must fit each other (Domain 2.5). */
export function fieldsBlocker(fields: Omit<RotationFields, 'semester_id'>) {
  const { seats, min_seats, level_seats, pattern, instructors } = fields
  if (min_seats > seats) return refusal('rotation.min_above_seats', { seats })
  if (Object.values(level_seats).some((most) => most !== undefined && most > seats))
    return refusal('rotation.level_above_seats', { seats })
  if (pattern.to > addDays(pattern.from, 400)) return refusal('rotation.too_long')
  const days = seriesDates(pattern).length
  if (days === 0) return refusal('rotation.no_day')
  if (days > MAX_SERIES) return refusal('rotation.too_many_days', { most: MAX_SERIES })
  const led = instructors.map(({ weekday, proctor_id }) => `${weekday} ${proctor_id}`)
  const hasTwice = new Set(led).size < led.length
  if (hasTwice || instructors.some(({ weekday }) => !pattern.weekdays.includes(weekday)))
    return refusal('rotation.leader_without_day')
  return null
}

const rankedFields = ['facility_id', 'start_time', 'end_time', 'specialty'] as const
type Standing = { is_canceled: boolean; wishlists: readonly Wish[] }

const isRanked = ({ wishlists }: Standing): boolean =>
  wishlists.some(({ phase }) => phase === 'scheduled' || phase === 'open' || phase === 'closed')

/** Why a rotation can't be changed like this, or null: what students rank must stay as they read it (Domain 2.5). */
export function changeBlocker(before: RotationPlan & Standing, after: Omit<RotationFields, 'semester_id'>) {
  if (before.is_canceled) return refusal('rotation.is_canceled')
  const isOtherwise =
    rankedFields.some((field) => before[field] !== after[field]) ||
    !alike(seriesDates(before.pattern), seriesDates(after.pattern))
  if (isRanked(before) && isOtherwise) return refusal('rotation.is_ranked')
  return fieldsBlocker(after)
}

/** Why a rotation can't be canceled, or null: no wishlist that offers it may be awaiting its result. */
export function cancelBlocker(rotation: Standing) {
  if (rotation.is_canceled) return refusal('rotation.is_canceled')
  return isRanked(rotation) ? refusal('rotation.is_offered') : null
}

/** Why these steps need a reason, or null: other people read why something they rely on changes. */
export function reasonBlocker(steps: readonly FollowStep[], reason: string | null) {
  const isRead = steps.some(
    ({ kind, shift }) => kind === 'withdraw' || kind === 'cancel' || agreedStates.includes(shift.status),
  )
  return isRead && !hasReason(reason) ? refusal('rotation.say_why') : null
}

type Day = { facility_id: string | null; date: PlainDate; start_time: string; end_time: string }
/** Why these days can't become one rotation, or null: they need one unit, one time of day, and each day once. */
export function daysBlocker(days: readonly Day[]) {
  if (days.length === 0) return refusal('rotation.no_day')
  if (new Set(days.map((day) => day.facility_id)).size > 1) return refusal('rotation.several_units')
  if (new Set(days.map((day) => `${day.start_time} ${day.end_time}`)).size > 1)
    return refusal('rotation.several_times')
  return new Set(days.map(({ date }) => date)).size < days.length ? refusal('rotation.day_twice') : null
}

/** The most frequent value; of two equally frequent ones, the first. */
export function mostly<Value>(values: readonly Value[]): Value {
  const times = new Map<Value, number>()
  for (const value of values) times.set(value, (times.get(value) ?? 0) + 1)
  return [...times].toSorted((a, b) => b[1] - a[1])[0]![0]
}

export const releaseLabels: Record<RotationRelease, string> = {
  draft: 'Planned',
  in_wishlist: 'In a wishlist',
  matched: 'Matched',
  published: 'Published',
  canceled: 'Canceled',
}
export const originLabels: Record<RotationOrigin, string> = {
  hand: 'Planned by hand',
  series: 'From a series of shifts',
  slots: 'From open slots that the facility offered',
  copy: 'Copied with a semester',
}
export const followingLabels: Record<Following, string> = {
  title: 'name',
  course_code: 'course',
  start_time: 'start',
  end_time: 'end',
  facility_id: 'unit',
  specialty: 'specialty',
  experience_type: 'kind',
  capacity: 'seats',
  min_to_run: 'fewest students',
  break_min: 'break',
  conference_min: 'conference',
  cohort_ids: 'cohorts',
  proctor_id: 'instructor',
  more_proctor_ids: 'other instructors',
}
