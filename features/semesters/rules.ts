import {
  addDays,
  comparePlainDates,
  diffDays,
  formatRange,
  isWithin,
  spansOverlap,
  weekdayOf,
  formatDate,
  type PlainDate,
  todayIn,
} from '#core/plain-date.ts'
import { formatNumber } from '#core/number-text.ts'
import type { Role } from '#core/roles.ts'
import type {
  ChangedCopy,
  CopyFlag,
  CopyMode,
  CopyOptions,
  Holiday,
  Lifecycle,
  Semester,
  SemesterCopy,
  SemesterFields,
  SemesterSettings,
  SemesterType,
  SkipReason,
} from './contract.ts'

/** Labels of the semester types, in the order of a year. */
export const semesterTypeLabels: Record<SemesterType, string> = {
  fall: 'Fall',
  winter: 'Winter',
  spring: 'Spring',
  summer: 'Summer',
  intersession: 'Intersession',
  custom: 'Custom',
}

export const lifecycleLabels: Record<Lifecycle, string> = {
  draft: 'Draft',
  upcoming: 'Upcoming',
  current: 'Current',
  grading: 'Grading',
  closed: 'Closed',
  archived: 'Archived',
}

/** Why a copied shift needs a second look, in words. */
export const copyFlagLabels: Record<CopyFlag, string> = {
  already_copied: 'Already copied',
  was_cancelled: 'Canceled',
  outside_new_dates: 'Outside the new dates',
  on_holiday: 'On a holiday',
  on_break: 'On a break',
  unit_closed: 'Unit closed',
  closed_to_students: 'Closed to students',
  no_partnership: 'No partnership that day',
  other_school: 'Another school there that day',
  unit_paused: 'Unit paused',
  proctor_gone: 'Proctor gone',
  cohort_gone: 'Cohort finished',
}

/** Why a shift is not copied, in words. */
export const skipReasonLabels: Record<SkipReason, string> = { ...copyFlagLabels, left_out: 'Left out by you' }

/** The longest semester, in days between its first and last day. */
export const MAX_DAYS = 366
/** How many days grading lasts after the end if a school has set neither a lock nor a grading window. */
export const GRADING_DAYS = 30
/** How long a copy may be undone; shifts that are no longer drafts stay. */
export const UNDO_HOURS = 24

type Standing = Pick<Semester, 'start_date' | 'end_date' | 'is_active'> & {
  settings: Pick<SemesterSettings, 'hours_lock_at' | 'grading_window'>
  /** When it was first activated and when it was archived (ISO 8601), or null. */
  activated_at: string | null
  archived_at: string | null
  /** The moment it was reopened, as `at` of lifecycleOf; null or undefined if it was not. */
  reopening?: { today: PlainDate; now: number } | null
}

/**
 * The stage of a semester: archived takes precedence; inactive is draft, or closed if it was active and has ended; active is upcoming,
 * current, then grading until the hours lock (or through the grading window, or for 30 days), then closed. A closed semester that was
 * reopened is in grading until it is closed by hand. `today` is the school's day, `now` in milliseconds since 1970.
 */
export function lifecycleOf(semester: Standing, at: { today: PlainDate; now: number }): Lifecycle {
  const stage = plannedStage(semester, at)
  const { reopening } = semester
  // Dates that changed since make it another term: it is in grading only if these dates had already closed it when it was reopened.
  return stage === 'closed' && reopening && plannedStage(semester, reopening) === 'closed' ? 'grading' : stage
}

/** The stage of a stored semester now; `today` is the school's day. */
export function lifecycleNow(
  semester: Omit<Standing, 'reopening'> & { reopened_at: string | null; time_zone: string; today: PlainDate },
): Lifecycle {
  const { reopened_at: since, time_zone: zone, today } = semester
  const now = since ? Date.parse(since) : 0
  const reopening = since ? { today: todayIn(zone, now), now } : null
  return lifecycleOf({ ...semester, reopening }, { today, now: Date.now() })
}

function plannedStage(semester: Standing, at: { today: PlainDate; now: number }): Lifecycle {
  const { start_date, end_date, is_active, settings, activated_at, archived_at } = semester
  if (archived_at) return 'archived'
  const hasEnded = at.today > end_date
  if (!is_active) return activated_at && hasEnded ? 'closed' : 'draft'
  if (at.today < start_date) return 'upcoming'
  if (!hasEnded) return 'current'
  const isLocked = settings.hours_lock_at
    ? at.now >= Date.parse(settings.hours_lock_at)
    : at.today > (settings.grading_window?.to ?? addDays(end_date, GRADING_DAYS))
  return isLocked ? 'closed' : 'grading'
}

/** Why this person can't reopen this semester, or null: only closed ones, and only by the school's super admin or the superadmin. */
export function reopenBlocker(role: Role, lifecycle: Lifecycle): string | null {
  if (role !== 'school_super_admin' && role !== 'superadmin') return 'Ask a super admin of your school.'
  return lifecycle === 'closed' ? null : 'Only a closed semester can be reopened.'
}

/** Hours that are locked while shifts are still held could not be credited. */
export const LOCK_TOO_EARLY = 'Hours must not be locked before the semester is over.'

/** Errors of a semester as a whole, by field (path joined by dots); empty if there are none. */
export function problemsOf(semester: SemesterFields): Record<string, string> {
  const { start_date, end_date, settings } = semester
  const problems: Record<string, string> = {}
  const days = diffDays(start_date, end_date)
  if (!isWithin(start_date, '2000-01-01', '2100-12-31')) problems['start_date'] = 'Check the year.'
  else if (days <= 0) problems['end_date'] = 'The end must be after the start.'
  else if (days > MAX_DAYS)
    problems['end_date'] = `A semester can last at most ${MAX_DAYS} days; this is ${days}.`
  for (const [index, { from, to }] of settings.breaks.entries())
    if (to < from) problems[`settings.breaks.${index}.to`] = 'A break must not end before it starts.'
  const {
    grading_window: grading,
    signup_opens_at: opens,
    signup_closes_at: closes,
    release_at: shown,
    hours_lock_at: locks,
  } = settings
  // In every zone, the last day is over 36 hours after its first minute in UTC; the zone is not known here.
  if (shown && days > 0 && Date.parse(shown) >= Date.parse(end_date) + 36 * 3_600_000)
    problems['settings.release_at'] = 'Students must see their shifts before the semester is over.'
  else if (shown && opens && Date.parse(shown) > Date.parse(opens))
    problems['settings.release_at'] = 'Students must see the shifts before sign-up opens.'
  if (grading && grading.to < grading.from)
    problems['settings.grading_window.to'] = 'Grading must not end before it starts.'
  else if (grading && days > 0 && grading.to < end_date)
    problems['settings.grading_window.to'] = 'Grading must not end before the semester does.'
  // In no zone is the last day over less than 10 hours after its first minute in UTC.
  if (locks && days > 0 && Date.parse(locks) < Date.parse(end_date) + 10 * 3_600_000)
    problems['settings.hours_lock_at'] = LOCK_TOO_EARLY
  if (opens && closes && Date.parse(closes) <= Date.parse(opens))
    problems['settings.signup_closes_at'] = 'Sign-up must close after it opens.'
  return problems
}

type Term = Pick<Semester, 'id' | 'name' | 'start_date' | 'end_date' | 'semester_type' | 'is_active'>

/**
 * Active semesters of the same school that share days with this one. Active semesters may overlap only if their types differ, so `refused`
 * must be empty, and `warned` is shown as a warning. An inactive semester overlaps nothing.
 */
export function overlapsOf<T extends Term>(
  semester: Omit<Term, 'name'>,
  others: readonly T[],
): { refused: T[]; warned: T[] } {
  const touching = semester.is_active
    ? others.filter(
        (other) =>
          other.id !== semester.id && other.is_active && spansOverlap(spanOf(semester), spanOf(other)),
      )
    : []
  return {
    refused: touching.filter((other) => other.semester_type === semester.semester_type),
    warned: touching.filter((other) => other.semester_type !== semester.semester_type),
  }
}

/** The message for overlapping semesters, refused or only warned about; null if there are none. */
export function overlapMessage(overlaps: {
  refused: readonly Term[]
  warned: readonly Term[]
}): string | null {
  const { refused, warned } = overlaps
  const named = (terms: readonly Term[]): string =>
    listOf(terms.map((term) => `${term.name} (${formatRange(term.start_date, term.end_date)})`))
  if (refused.length)
    return `Active semesters of one type must not overlap: ${named(refused)}. Change the dates or the type, or leave this one inactive.`
  return warned.length ? `These dates overlap with ${named(warned)}.` : null
}

const spanOf = (term: Pick<Term, 'start_date' | 'end_date'>) => ({
  start: term.start_date,
  end: term.end_date,
})

type Choice = Pick<Semester, 'id' | 'school_id' | 'start_date' | 'end_date' | 'is_active'>

/** The current semester: active, with today between its dates; if there are several, the one that started last. Null if there is none. */
export function currentSemester<T extends Choice>(semesters: readonly T[], today: PlainDate): T | null {
  const [latest] = semesters
    .filter((semester) => semester.is_active && isWithin(today, semester.start_date, semester.end_date))
    .sort((a, b) => comparePlainDates(b.start_date, a.start_date) || (a.id < b.id ? -1 : 1))
  return latest ?? null
}

/** Stands for "All semesters" in addresses and browser storage. */
export const ALL_SEMESTERS = 'all'

/** What determines which semester a school's pages show. */
interface ScopeChoice<T extends Choice> {
  /** The semester in the address: an id, `all`, or nothing. */
  named: string | null
  /** The last choice at this school. */
  remembered: string | null
  schoolId: string
  /** Undefined until they are loaded. */
  semesters: readonly T[] | undefined
  today: PlainDate
  /** Shown if nothing was chosen; with `all`, a student's or instructor's own lists show everything. */
  unchosen: 'current' | 'all'
}

/**
 * The semester that pages show: the address takes precedence over the last choice; the current semester is shown if the chosen one is
 * inactive, missing or from another school (Spec §4). Null means all semesters; undefined means it is unknown until the semesters are
 * loaded.
 */
export function scopeOf<T extends Choice>(choice: ScopeChoice<T>): string | null | undefined {
  const { named, remembered, schoolId, semesters, today, unchosen } = choice
  if (named === ALL_SEMESTERS) return null
  if (!semesters) {
    if (named) return named
    return remembered === ALL_SEMESTERS ? null : (remembered ?? (unchosen === 'all' ? null : undefined))
  }
  const own = semesters.filter((semester) => semester.school_id === schoolId)
  const asked = own.find(({ id }) => id === named)
  if (asked) return asked.id
  if (remembered === ALL_SEMESTERS) return null
  const chosen = own.find(({ id, is_active }) => id === remembered && is_active)
  return (chosen ?? (unchosen === 'current' ? currentSemester(own, today) : null))?.id ?? null
}

/** Days between the start dates; the specification moves every copied shift by this (Spec §4). */
export function copyDelta(sourceStart: PlainDate, targetStart: PlainDate): number {
  return diffDays(sourceStart, targetStart)
}

/** The nearest whole number of weeks, in days; whole days never tie. */
export function keepWeekdays(delta: number): number {
  return Math.round(delta / 7) * 7 + 0 // + 0: a few days backward are 0 weeks, not -0
}

/** The days by which shifts move in a mode; both modes agree if the start dates are on the same weekday. */
export function deltaOf(mode: CopyMode, sourceStart: PlainDate, targetStart: PlainDate): number {
  const exact = copyDelta(sourceStart, targetStart)
  return mode === 'exact' ? exact : keepWeekdays(exact)
}

/** The weekday (1 is Monday) that a Monday becomes when moved by this many days. */
export function mondayBecomes(delta: number): ReturnType<typeof weekdayOf> {
  return weekdayOf(addDays('2024-01-01', delta))
}

/** What planCopy needs to know about a shift, or about several that are alike. */
export type ShiftToCopy = {
  /** Null if it stands for several shifts. */
  id: string | null
  /** How many shifts it stands for. */
  count: number
  date: PlainDate
  status: string
  /** Its unit; null on campus. */
  facility_id: string | null
  /** The status of its unit, null without one. */
  unit_status: string | null
  /** Its instructor: none, active, or gone (deactivated, or no longer at the school). */
  proctor: 'none' | 'active' | 'gone'
  /** The last day on which all its cohorts are still running; null if it has none in particular. */
  cohorts_until: PlainDate | null
  /** True when the target already contains a copy of it. */
  already_copied: boolean
}

type Days = { from: PlainDate; to: PlainDate }

/** What a unit's calendar says: days, both included, on which it or its site takes no students, with the reason if one was given. */
export type UnitDays = {
  closed: readonly (Days & { reason?: string | null })[]
  /** The days that the school's partnership includes; the last may be `infinity`, when it renews automatically. */
  agreed: readonly Days[]
  /** Days on which another school has the unit, which takes one school at a time. */
  others: readonly PlainDate[]
}

export type PlannedCopy<T extends ShiftToCopy> = {
  shift: T
  from_date: PlainDate
  date: PlainDate
  flags: CopyFlag[]
  occasion: string | null
  closed: string | null
  included: boolean
  skip_reason: SkipReason | null
}

export type CopyPlan<T extends ShiftToCopy> = {
  exact_delta: number
  delta: number
  copied: number
  skipped_by_reason: Partial<Record<SkipReason, number>>
  rows: PlannedCopy<T>[]
}

/** Flags that leave a shift out unless someone includes it, most important first; other flags only ask for a look. */
const skipping: readonly CopyFlag[] = [
  'already_copied',
  'was_cancelled',
  'outside_new_dates',
  'on_holiday',
  'on_break',
  'unit_closed',
  'closed_to_students',
]
const notHeld = new Set(['cancelled', 'declined', 'withdrawn', 'expired'])

/**
 * What copying a semester would do, shift by shift: the new date (all move by the same days), its flags, and whether it is copied. Shifts
 * that could not be held are left out, unless `options.flagged` is 'copy' or `include` names them; `leave_out` always takes precedence.
 */
export function planCopy<T extends ShiftToCopy>(plan: {
  source: Pick<Semester, 'start_date'>
  target: Pick<Semester, 'start_date' | 'end_date'> & {
    settings: Pick<SemesterSettings, 'holidays' | 'breaks'>
  }
  shifts: readonly T[]
  mode: CopyMode
  /** Federal holidays; the school's own are in the target's settings. */
  holidays: readonly Holiday[]
  unit_days?: ReadonlyMap<string, UnitDays>
  options: CopyOptions
  include?: Iterable<string>
  leave_out?: Iterable<string>
}): CopyPlan<T> {
  const { source, target, mode, options } = plan
  const delta = deltaOf(mode, source.start_date, target.start_date)
  const included = new Set<string | null>(plan.include)
  const leftOut = new Set<string | null>(plan.leave_out)
  const holidays = new Map([
    ...target.settings.holidays.map((date) => [date, 'School holiday'] as const),
    ...plan.holidays.map(({ date, name }) => [date, name] as const),
  ])
  const result: CopyPlan<T> = {
    exact_delta: copyDelta(source.start_date, target.start_date),
    delta,
    copied: 0,
    skipped_by_reason: {},
    rows: [],
  }
  for (const shift of options.shifts ? plan.shifts : []) {
    const date = addDays(shift.date, delta)
    const holiday = holidays.get(date)
    const pause = target.settings.breaks.find((each) => isWithin(date, each.from, each.to))
    const unit = options.units ? shift.facility_id : null
    const days = unit ? plan.unit_days?.get(unit) : undefined
    const includesDate = ({ from, to }: Days) => from <= date && date <= to
    const closed = days?.closed.find(includesDate)
    const flags: CopyFlag[] = []
    if (shift.already_copied) flags.push('already_copied')
    if (notHeld.has(shift.status)) flags.push('was_cancelled')
    if (!isWithin(date, target.start_date, target.end_date)) flags.push('outside_new_dates')
    if (holiday) flags.push('on_holiday')
    if (pause) flags.push('on_break')
    if (options.units && shift.unit_status === 'paused') flags.push('unit_paused')
    if (options.units && (shift.unit_status === 'closed' || shift.unit_status === 'archived'))
      flags.push('unit_closed')
    if (closed) flags.push('closed_to_students')
    if (days && !days.agreed.some(includesDate)) flags.push('no_partnership')
    if (days?.others.includes(date)) flags.push('other_school')
    if (options.instructors && shift.proctor === 'gone') flags.push('proctor_gone')
    if (options.cohorts && shift.cohorts_until !== null && date > shift.cohorts_until)
      flags.push('cohort_gone')
    const skip_reason = leftOut.has(shift.id)
      ? 'left_out'
      : options.flagged === 'copy' || included.has(shift.id)
        ? null
        : (skipping.find((flag) => flags.includes(flag)) ?? null)
    result.rows.push({
      shift,
      from_date: shift.date,
      date,
      flags,
      occasion: holiday ?? pause?.name ?? null,
      closed: closed ? closed.reason || 'The unit takes no students that day' : null,
      included: skip_reason === null,
      skip_reason,
    })
    if (skip_reason === null) result.copied += shift.count
    else result.skipped_by_reason[skip_reason] = (result.skipped_by_reason[skip_reason] ?? 0) + shift.count
  }
  return result
}

/**
 * Why a copy can't be undone, or null if it can: within 24 hours, and completely only while all of it is still draft. With `draftsOnly`,
 * shifts that are no longer drafts stay, as long as there are drafts to remove. `now` in milliseconds since 1970.
 */
export function undoBlocker(
  copy: Pick<SemesterCopy, 'created_at' | 'undone_at' | 'no_longer_draft' | 'drafts'>,
  now: number,
  draftsOnly = false,
): 'undone' | 'expired' | 'changed' | null {
  if (copy.undone_at) return 'undone'
  if (now - Date.parse(copy.created_at) > UNDO_HOURS * 3_600_000) return 'expired'
  if (copy.no_longer_draft === 0) return null
  return draftsOnly && copy.drafts > 0 ? null : 'changed'
}

/** "“Respiratory” on Tue, Mar 3, 2026 (5 East) is published": a shift that keeps a copy from being undone. */
export const changedWords = ({ title, date, unit_name: unit, status }: ChangedCopy): string =>
  `“${title}” on ${formatDate(date, 'weekday')}${unit ? ` (${unit})` : ''} is ${status.replaceAll('_', ' ')}`

/** Why a copy can no longer be undone, the shifts that prevent it, and what is possible instead. */
export function undoText(
  copy: Pick<SemesterCopy, 'no_longer_draft' | 'changed_shifts' | 'drafts'>,
  refusal: 'expired' | 'changed',
): string {
  if (refusal === 'expired')
    return `A copy can be undone for ${UNDO_HOURS} hours. Delete the drafts you do not need instead.`
  const named = copy.changed_shifts.map(changedWords)
  const more = copy.no_longer_draft - named.length
  if (more > 0) named.push(`${formatNumber(more)} more are no longer drafts`)
  const next =
    copy.drafts > 0
      ? 'Open the semester and undo the others there.'
      : 'None of the others is a draft. Cancel or withdraw them on their pages instead.'
  return `Not every copied shift can be undone: ${listOf(named)}. ${next}`
}

/** a; a and b; a, b and c. */
/** "a, b and c". */
export function listOf(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
