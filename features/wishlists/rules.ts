import { minuteOfDay, scheduledMinutes } from '#core/clock-time.ts'
import type { Refusal } from '#core/refusal.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import { addDays, formatDate, weekdayOf } from '#core/plain-date.ts'
import type { StudentLevel } from '#features/facilities/contract.ts'
import type {
  Choice,
  ConflictKind,
  Declaration,
  Progress,
  Rotation,
  WishlistFields,
  WishlistKind,
  WishlistPhase,
  WishlistStatus,
} from './contract.ts'

type WishlistParty = 'school' | 'system'

/** What students rank, as a choice of the form. */
export const kindLabels: Record<WishlistKind, string> = {
  rotations: 'Rotations',
  capstone: 'Preceptors and units for a capstone',
}
export const policyLabels: Record<WishlistFields['policy'], string> = {
  fair_match: 'Fair match',
  lottery: 'Lottery',
  manual: 'By hand',
}

/** All steps of a wishlist (Domain 2.5, wishlist). Its dates open and close it without a step. */
export const wishlistSteps = [
  { event: 'announce', from: 'draft', to: 'announced', parties: ['school'] },
  { event: 'take_back', from: 'announced', to: 'draft', parties: ['school'] },
  { event: 'publish', from: 'announced', to: 'published', parties: ['school', 'system'] },
  { event: 'archive', from: 'published', to: 'archived', parties: ['school'] },
  { event: 'archive', from: 'announced', to: 'archived', parties: ['school'] },
] as const satisfies readonly Step<WishlistStatus, WishlistParty>[]

type Days = { status: WishlistStatus; opens_at: string; closes_at: string }

/** Hours before closing at which students who have not chosen enough are notified (Domain 2.5). */
export const CLOSING_HOURS = 48

/** The phase of a wishlist: open from the first instant of its first day to the last of its last day (Domain 2.5). */
export function phaseOf({ status, opens_at: opens, closes_at: closes }: Days, now: number): WishlistPhase {
  if (status !== 'announced') return status
  if (now < Date.parse(opens)) return 'scheduled'
  return now < Date.parse(closes) ? 'open' : 'closed'
}

/** A student's progress: enough choices, some, or none (Domain 2.5, submission). */
export function progressOf(choices: number, least: number): Progress {
  if (choices === 0) return 'not_started'
  return choices < least ? 'in_progress' : 'complete'
}

type Chosen = {
  phase: WishlistPhase
  max_choices: number
  allow_comments: boolean
  option_ids: readonly string[]
  choices: readonly Choice[]
  party: 'student' | 'school'
}

/** Why nothing can be entered or decided now, or null: it has not opened, or its results are published. */
export const answerBlocker = ({ phase }: { phase: WishlistPhase }) =>
  phase === 'open' || phase === 'closed' ? null : refusal('wishlist.not_open')

/** Why these choices can't be saved, or null; the school may enter choices after the last day (Domain 2.5). */
export function chooseBlocker({
  phase,
  max_choices: most,
  allow_comments: mayComment,
  option_ids: options,
  choices,
  party,
}: Chosen) {
  if (phase === 'closed' && party === 'student') return refusal('wishlist.closed')
  const early = answerBlocker({ phase })
  if (early) return early
  if (choices.length > most) return refusal('wishlist.too_many', { most })
  const ids = choices.map((choice) => choice.option_id)
  if (new Set(ids).size < ids.length || ids.some((id) => !options.includes(id)))
    return refusal('wishlist.choice_unknown')
  if (!mayComment && choices.some((choice) => choice.comment)) return refusal('wishlist.no_comments')
  return null
}

/** Why a declaration can't be saved, or null: only by a student, while the wishlist is open, about its own options (Domain 2.5). */
export function declareBlocker(
  wishlist: { phase: WishlistPhase; allow_hardship: boolean; option_ids: readonly string[] },
  declared: Pick<Declaration, 'hardship_kind' | 'conflicts'> &
    Partial<Pick<Declaration, 'hardship_file_ids'>>,
) {
  if (wishlist.phase === 'closed') return refusal('wishlist.closed')
  if (wishlist.phase !== 'open') return refusal('wishlist.not_open')
  if (declared.hardship_kind !== null && !wishlist.allow_hardship) return refusal('wishlist.no_hardship')
  if (declared.hardship_kind === null && declared.hardship_file_ids?.length)
    return refusal('wishlist.no_hardship')
  return declared.conflicts.every(({ option_id: id }) => wishlist.option_ids.includes(id))
    ? null
    : refusal('wishlist.choice_unknown')
}

/** Conflicts that the school can allow: working for the facility. A relative or a former patient is never allowed (Domain 2.5). */
export const mayAllow = (kind: ConflictKind): boolean => kind === 'employer'

type Pattern = Pick<Rotation, 'weekdays' | 'first_date' | 'last_date' | 'start_time' | 'end_time'>
type OwnShift = { date: string; start_time: string; end_time: string }

const DAY = 24 * 60

/**
 * The first day on which a rotation's pattern would clash with one of the student's shifts, or null. A night shift extends into the next
 * day.
 */
export function clashOf(option: Pattern, shifts: readonly OwnShift[]): string | null {
  const span = (start: string, end: string): [number, number] => [
    minuteOfDay(start),
    minuteOfDay(start) + scheduledMinutes(start, end),
  ]
  const isHeldOn = (date: string) =>
    date >= option.first_date && date <= option.last_date && option.weekdays.includes(weekdayOf(date))
  const [from, to] = span(option.start_time, option.end_time)
  const days = shifts.filter((shift) => {
    const [start, end] = span(shift.start_time, shift.end_time)
    return [-1, 0, 1].some(
      (away) => isHeldOn(addDays(shift.date, away)) && start < to + away * DAY && from + away * DAY < end,
    )
  })
  return days.map(({ date }) => date).toSorted()[0] ?? null
}

type Credited = { specialty: string; required: number | null; credited: number }
/** The specialties that a student has completed: all required hours are credited, and more than 0 (Domain 2.5, prerequisite). */
export const completedOf = (rows: readonly Credited[]): string[] =>
  rows
    .filter(({ required, credited }) => credited > 0 && credited >= (required ?? 0))
    .map(({ specialty }) => specialty)

/** Required specialties that are not completed: the option can't be given to this student. */
export const missingOf = <Tag extends string>(
  { requires }: { requires: readonly Tag[] },
  completed: readonly string[],
): Tag[] => requires.filter((tag) => !completed.includes(tag))

/** Great-circle miles between two points, rounded (haversine, mean radius of the earth). */
export function milesBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const h =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2
  return Math.round(2 * 3958.8 * Math.asin(Math.min(1, Math.sqrt(h))))
}

/** Why a wishlist can't be created with these fields, or null: its days and numbers must fit each other and its options (Domain 2.5). */
export function fieldsBlocker(fields: {
  min_choices: number
  max_choices: number
  opens_on: string
  closes_on: string
  kind: WishlistKind
  rotation_ids: readonly string[]
  opening_ids: readonly string[]
}): Refusal<
  'wishlist.no_options' | 'wishlist.days_reversed' | 'wishlist.choices_reversed' | 'wishlist.too_few_options',
  { options: number; kind: WishlistKind }
> | null {
  const values = { options: sourcesOf(fields).length, kind: fields.kind }
  if (values.options === 0) return refusal('wishlist.no_options', values)
  if (fields.closes_on < fields.opens_on) return refusal('wishlist.days_reversed', values)
  if (fields.max_choices < fields.min_choices) return refusal('wishlist.choices_reversed', values)
  if (fields.min_choices > values.options) return refusal('wishlist.too_few_options', values)
  return null
}

/** Why a draft can't be announced, or null: students could no longer choose once its last day is over. */
export const announceBlocker = ({ closes_on: closesOn }: { closes_on: string }, today: string) =>
  closesOn < today ? refusal('wishlist.days_over') : null

/** Why an announced wishlist can't be a draft again, or null: once students chose or declared something, its options stay (Domain 2.5). */
export function takeBackBlocker(wishlist: { has_choices: boolean; has_facts: boolean }) {
  if (wishlist.has_choices) return refusal('wishlist.has_choices')
  return wishlist.has_facts ? refusal('wishlist.has_facts') : null
}

/** What the options of a wishlist are created from: rotations, or preceptors and units (Domain 2.5). */
const sourcesOf = (fields: {
  kind: WishlistKind
  rotation_ids: readonly string[]
  opening_ids: readonly string[]
}): readonly string[] => (fields.kind === 'capstone' ? fields.opening_ids : fields.rotation_ids)

/** Why a wishlist can't be archived, or null: it must be over, and so must the time for reporting factual errors (Domain 2.5). */
export function archiveBlocker(
  wishlist: { phase: WishlistPhase; concerns_until: string | null },
  now: number,
) {
  if (wishlist.phase === 'published')
    return wishlist.concerns_until !== null && now < Date.parse(wishlist.concerns_until)
      ? refusal('wishlist.concerns_open')
      : null
  return wishlist.phase === 'closed' ? null : refusal('wishlist.not_over')
}

/** The year of study on a day: the first year is the cohort's first twelve months (Spec §4). */
export function yearOfStudy(starts: string, day: string): StudentLevel {
  const years = Number(day.slice(0, 4)) - Number(starts.slice(0, 4))
  const whole = day.slice(5) >= starts.slice(5) ? years : years - 1
  return (['first_year', 'second_year', 'third_year', 'fourth_year'] as const)[
    Math.min(3, Math.max(0, whole))
  ]!
}

/** Why the last day can't be moved to this day, or null: it must be later than before, and not past (Domain 2.5). */
export function extendBlocker(
  wishlist: { phase: WishlistPhase; closes_on: string },
  closesOn: string,
  today: string,
) {
  if (wishlist.phase === 'published' || wishlist.phase === 'archived') return refusal('wishlist.decided')
  if (closesOn <= wishlist.closes_on || closesOn < today)
    return refusal('wishlist.not_later', { closesOn: wishlist.closes_on })
  return null
}

/** The last day of a wishlist that is closed now: days are whole, so one that opened today closes at the end of today. */
export const earlyLastDay = ({ opens_on: opensOn }: { opens_on: string }, today: string): string =>
  opensOn < today ? addDays(today, -1) : today

/** Why a wishlist can't be closed before its last day is over, or null. */
export function closeBlocker(
  wishlist: { phase: WishlistPhase; opens_on: string; closes_on: string },
  today: string,
) {
  if (wishlist.phase !== 'open') return refusal('wishlist.not_open')
  return earlyLastDay(wishlist, today) < wishlist.closes_on ? null : refusal('wishlist.closes_today')
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Unique names of options: options with the same name also get their weekdays and first day. */
export function distinctNames(
  options: readonly { id: string; name: string; weekdays: readonly number[]; first_date: string }[],
): Map<string, string> {
  const times = Map.groupBy(options, ({ name }) => name)
  return new Map(
    options.map(({ id, name, weekdays, first_date }) => {
      const days = weekdays.map((day) => DAYS[day - 1]).join(', ')
      const isAlone = times.get(name)!.length === 1
      return [id, isAlone ? name : `${name} (${days}, from ${formatDate(first_date, 'medium')})`]
    }),
  )
}

/** The list with one item moved to another position; the others keep their order. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from)
  const target = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, target), list[from]!, ...rest.slice(target)]
}
export const phaseLabels: Record<WishlistPhase, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  open: 'Open',
  closed: 'Closed',
  published: 'Published',
  archived: 'Archived',
}
export const progressLabels: Record<Progress, string> = {
  not_started: 'Not started',
  in_progress: 'In progress',
  complete: 'Complete',
}
