import {
  addDays,
  comparePlainDates,
  diffDays,
  isWithin,
  spansOverlap,
  type PlainDate,
  todayIn,
} from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type {
  CopyFlag,
  Lifecycle,
  Semester,
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

/** Why a semester can't be changed or activated, or null: an archived one is restored first. */
export function changeBlocker({ lifecycle }: Pick<Semester, 'lifecycle'>) {
  return lifecycle === 'archived' ? refusal('semester.archived') : null
}

/** Only the school's super admin and the superadmin reopen and close by hand. */
const roleBlocker = (role: Role) =>
  role === 'school_super_admin' || role === 'superadmin' ? null : refusal('semester.super_admin_reopens')

/** Why this person can't reopen this semester, or null: only closed ones, and only by the school's super admin or the superadmin. */
export const reopenBlocker = (role: Role, lifecycle: Lifecycle) =>
  roleBlocker(role) ?? (lifecycle === 'closed' ? null : refusal('semester.not_closed'))

/** Why this person can't close this semester by hand, or null: only one that was reopened, by those who reopen. */
export const closeBlocker = (role: Role, isReopened: boolean) =>
  roleBlocker(role) ?? (isReopened ? null : refusal('semester.not_reopened'))

type FieldProblem =
  | Refusal<
      | 'semester.year'
      | 'semester.end_first'
      | 'semester.break_reversed'
      | 'semester.shown_too_late'
      | 'semester.shown_after_signup'
      | 'semester.grading_reversed'
      | 'semester.grading_too_early'
      | 'semester.lock_too_early'
      | 'semester.signup_reversed'
    >
  | Refusal<'semester.too_long', { days: number }>

/** What is wrong with a semester as a whole, by field (path joined by dots), the dates first; empty if nothing is. */
export function problemsOf({ start_date: start, end_date: end, settings }: SemesterFields) {
  const problems: Record<string, FieldProblem> = {}
  const days = diffDays(start, end)
  if (!isWithin(start, '2000-01-01', '2100-12-31')) problems['start_date'] = refusal('semester.year')
  else if (days <= 0) problems['end_date'] = refusal('semester.end_first')
  else if (days > MAX_DAYS) problems['end_date'] = refusal('semester.too_long', { days })
  for (const [index, { from, to }] of settings.breaks.entries())
    if (to < from) problems[`settings.breaks.${index}.to`] = refusal('semester.break_reversed')
  return { ...problems, ...windowProblems(settings, days > 0 ? end : null) }
}

/** What is wrong with when students see shifts, sign up and are graded; `end` is the last day, null if it is wrong itself. */
function windowProblems(settings: SemesterSettings, end: PlainDate | null): Record<string, FieldProblem> {
  const { grading_window: grading } = settings
  // A comparison with NaN is false, so nothing is wrong with what was left out.
  const [shown, opens, closes, locks] = [
    Date.parse(settings.release_at ?? ''),
    Date.parse(settings.signup_opens_at ?? ''),
    Date.parse(settings.signup_closes_at ?? ''),
    Date.parse(settings.hours_lock_at ?? ''),
  ]
  const problems: Record<string, FieldProblem> = {}
  // In every zone, the last day is over 36 hours after its first minute in UTC; the zone is not known here.
  if (end && shown >= Date.parse(end) + 36 * 3_600_000)
    problems['settings.release_at'] = refusal('semester.shown_too_late')
  else if (shown > opens) problems['settings.release_at'] = refusal('semester.shown_after_signup')
  if (grading && grading.to < grading.from)
    problems['settings.grading_window.to'] = refusal('semester.grading_reversed')
  else if (grading && end && grading.to < end)
    problems['settings.grading_window.to'] = refusal('semester.grading_too_early')
  // In no zone is the last day over less than 10 hours after its first minute in UTC.
  if (end && locks < Date.parse(end) + 10 * 3_600_000)
    problems['settings.hours_lock_at'] = refusal('semester.lock_too_early')
  if (closes <= opens) problems['settings.signup_closes_at'] = refusal('semester.signup_reversed')
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

/** Why these dates can't be saved, or null: active semesters of one type must not overlap. */
export function overlapBlocker(semester: Omit<Term, 'name'>, others: readonly Term[]) {
  const { refused } = overlapsOf(semester, others)
  if (refused.length === 0) return null
  const semesters = refused.map(({ id, name, start_date, end_date }) => ({ id, name, start_date, end_date }))
  return refusal('semester.overlaps', { semesters })
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
type ScopeChoice<T extends Choice> = {
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
