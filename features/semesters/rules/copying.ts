/** What copying a semester does with its shifts, and how long a copy can be undone. */
import { addDays, diffDays, isWithin, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { endStates, type ShiftStatus } from '#core/shift-statuses.ts'
import type {
  CopyFlag,
  CopyMode,
  CopyOptions,
  Holiday,
  Semester,
  SemesterCopy,
  SemesterSettings,
  SkipReason,
} from '../contract.ts'

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

/** Why the shifts of one semester can't be copied into another stored one, or null: not into itself, nor into an archived one. */
export function targetBlocker(
  source: Pick<Semester, 'id'>,
  { id, name, lifecycle }: Pick<Semester, 'id' | 'name' | 'lifecycle'>,
) {
  if (id === source.id) return refusal('semester_copy.same_semester')
  return lifecycle === 'archived' ? refusal('semester_copy.target_archived', { semester: name }) : null
}

/** What planCopy needs to know about a shift, or about several that are alike. */
export type ShiftToCopy = {
  /** Null if it stands for several shifts. */
  id: string | null
  /** How many shifts it stands for. */
  count: number
  date: PlainDate
  status: ShiftStatus
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

type Target = Pick<Semester, 'start_date' | 'end_date'> & {
  settings: Pick<SemesterSettings, 'holidays' | 'breaks'>
}

type CopyFacts<T extends ShiftToCopy> = {
  source: Pick<Semester, 'start_date'>
  target: Target
  shifts: readonly T[]
  mode: CopyMode
  /** Federal holidays; the school's own are in the target's settings. */
  holidays: readonly Holiday[]
  unit_days?: ReadonlyMap<string, UnitDays>
  options: CopyOptions
  include?: Iterable<string>
  leave_out?: Iterable<string>
}

/**
 * What copying a semester would do, shift by shift: the new date (all move by the same days), its flags, and whether it is copied. Shifts
 * that could not be held are left out, unless `options.flagged` is 'copy' or `include` names them; `leave_out` always takes precedence.
 */
export function planCopy<T extends ShiftToCopy>(facts: CopyFacts<T>): CopyPlan<T> {
  const { source, target, options } = facts
  const delta = deltaOf(facts.mode, source.start_date, target.start_date)
  const included = new Set<string | null>(facts.include)
  const leftOut = new Set<string | null>(facts.leave_out)
  const holidays = new Map([
    ...target.settings.holidays.map((date) => [date, 'School holiday'] as const),
    ...facts.holidays.map(({ date, name }) => [date, name] as const),
  ])
  const result: CopyPlan<T> = {
    exact_delta: copyDelta(source.start_date, target.start_date),
    delta,
    copied: 0,
    skipped_by_reason: {},
    rows: [],
  }
  for (const shift of options.shifts ? facts.shifts : []) {
    const date = addDays(shift.date, delta)
    const day = {
      date,
      holiday: holidays.get(date),
      pause: target.settings.breaks.find(({ from, to }) => isWithin(date, from, to)),
      unit: options.units ? unitOn(date, facts.unit_days?.get(shift.facility_id ?? '')) : null,
    }
    const flags = flagsOf(shift, day, target, options)
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
      occasion: day.holiday ?? day.pause?.name ?? null,
      closed: day.unit?.closed ? day.unit.closed.reason || 'The unit takes no students that day' : null,
      included: skip_reason === null,
      skip_reason,
    })
    if (skip_reason === null) result.copied += shift.count
    else result.skipped_by_reason[skip_reason] = (result.skipped_by_reason[skip_reason] ?? 0) + shift.count
  }
  return result
}

/** What a unit's calendar says about one day; null without a calendar. */
function unitOn(date: PlainDate, days: UnitDays | undefined) {
  if (!days) return null
  const includesDate = ({ from, to }: Days) => isWithin(date, from, to)
  return {
    closed: days.closed.find(includesDate),
    isAgreed: days.agreed.some(includesDate),
    isTaken: days.others.includes(date),
  }
}

type NewDay = {
  date: PlainDate
  holiday: string | undefined
  pause: object | undefined
  unit: ReturnType<typeof unitOn>
}

/** Why a shift on its new day needs a second look, most important first. */
function flagsOf(
  shift: ShiftToCopy,
  { date, holiday, pause, unit }: NewDay,
  target: Target,
  options: CopyOptions,
) {
  const { unit_status: unitStatus, cohorts_until: until } = shift
  const found: Record<CopyFlag, unknown> = {
    already_copied: shift.already_copied,
    was_cancelled: endStates.includes(shift.status),
    outside_new_dates: !isWithin(date, target.start_date, target.end_date),
    on_holiday: holiday,
    on_break: pause,
    unit_paused: options.units && unitStatus === 'paused',
    unit_closed: options.units && (unitStatus === 'closed' || unitStatus === 'archived'),
    closed_to_students: unit?.closed,
    no_partnership: unit && !unit.isAgreed,
    other_school: unit?.isTaken,
    proctor_gone: options.instructors && shift.proctor === 'gone',
    cohort_gone: options.cohorts && until !== null && date > until,
  }
  return (Object.keys(found) as CopyFlag[]).filter((flag) => found[flag])
}

/** How long a copy may be undone; shifts that are no longer drafts stay. */
export const UNDO_HOURS = 24

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
