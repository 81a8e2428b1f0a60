import { type PlainDate, addDays, comparePlainDates } from '#core/plain-date.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { GRADING_DAYS } from '#features/semesters/rules.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { HoursKind, HoursSource } from '../contract.ts'

/** The kind of hours of a shift: patient care, unless the shift has another experience type (Domain 2.11). */
export function kindOfShift(experience: ExperienceType): HoursKind {
  return experience === 'simulation' ||
    experience === 'skills_lab' ||
    experience === 'observation' ||
    experience === 'orientation'
    ? experience
    : 'direct_care'
}

/**
 * Rounds minutes to the nearest step of the school's rounding, halves up; a step of 0 or 1 doesn't round (Domain 2.2: hours_rounding_min).
 */
export function roundMinutes(minutes: number, step: number): number {
  return step > 1 ? Math.round(minutes / step) * step : Math.round(minutes)
}

/** A ledger line as sums need it; minutes are negative when it takes hours back. */
export type Line = {
  id: string
  minutes: number
  kind: HoursKind
  source: HoursSource
  reverses: string | null
}

/** The sum of some lines in minutes; their order doesn't matter (Domain 2.11). */
export function balance(lines: readonly Pick<Line, 'minutes'>[]): number {
  return lines.reduce((sum, { minutes }) => sum + minutes, 0)
}

/** What a seat should count for. Zero minutes: the student was not there. */
export type SeatHours = {
  minutes: number
  kind: HoursKind
  source: 'attendance' | 'makeup' | 'adjustment'
  reason?: string | null | undefined
}

/** A line to add for a seat: the reversal of an existing line, or the hours themselves. */
export type SeatLine = Pick<Line, 'minutes' | 'kind' | 'source' | 'reverses'> & { reason: string | null }

const DAY = 24 * 60

/**
 * The lines to add so that a seat counts for what it should, given its lines; none if it already does, so posting twice posts once. Hours
 * credited before attendance was recorded are replaced; recorded hours change only with a reason (Domain 2.11).
 */
export function seatPosting(
  posted: readonly Line[],
  { minutes, kind, source, reason }: SeatHours,
): SeatLine[] | Refusal<'hours.not_a_day' | 'hours.reason_missing', Readonly<Record<never, never>>> {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes > DAY) return refusal('hours.not_a_day')
  const live = liveLines(posted)
  const isSame = live.every((line) => line.kind === kind && line.source === source)
  if (isSame && balance(live) === minutes) return []
  const why = reason?.trim() || null
  if (!why && (source === 'adjustment' || live.some((line) => line.source !== 'before_attendance')))
    return refusal('hours.reason_missing')
  const reversals = live.map((line): SeatLine => ({
    minutes: -line.minutes,
    kind: line.kind,
    source: 'adjustment',
    reverses: line.id,
    reason: why ?? 'Attendance was recorded.',
  }))
  return minutes === 0 ? reversals : [...reversals, { minutes, kind, source, reverses: null, reason: why }]
}

/** The lines of a seat that count: neither reversed nor reversals. */
function liveLines(posted: readonly Line[]): Line[] {
  const takenBack = new Set(posted.map(({ reverses }) => reverses))
  return posted.filter((line) => line.reverses === null && !takenBack.has(line.id))
}

/**
 * What a seat's hours become when corrected. Attendance and make-up hours keep their source; others, which no one recorded, become an
 * adjustment. Null if the seat has none, or the school took them back.
 */
export function correctionOf(
  posted: readonly Line[],
  { minutes, kind, reason }: Pick<SeatHours, 'minutes' | 'kind'> & { reason: string },
): SeatHours | null {
  const [live] = liveLines(posted)
  if (!live) return null
  const source = live.source === 'attendance' || live.source === 'makeup' ? live.source : 'adjustment'
  return { minutes, kind, source, reason }
}

/** Why hours cannot be entered by hand, or null: zero minutes, or a future date (Domain 2.11: no future dates). */
export function entryBlocker(
  { date, minutes }: { date: PlainDate; minutes: number },
  today: PlainDate,
): Refusal<'hours.none' | 'hours.future', Readonly<Record<never, never>>> | null {
  if (minutes === 0) return refusal('hours.none')
  return date > today ? refusal('hours.future') : null
}

/** A semester with the dates that lock its hours. */
export type LockableSemester = {
  id: string
  name: string
  start_date: PlainDate
  end_date: PlainDate
  is_active: boolean
  activated_at: string | null
  archived_at: string | null
  reopened_at: string | null
  hours_lock_at: string | null
  /** The last day of its grading window. */
  graded_until: PlainDate | null
}

/**
 * The name of the semester whose hours are locked on a day, or null: archived, over and deactivated, or past its lock or grading window,
 * and not reopened. Where several semesters have the day, it is the one that a line of that day belongs to (find-student-on.ts). The
 * ledger's trigger checks the same (db/guards.sql).
 */
export function lockedSemester(
  date: PlainDate,
  semesters: readonly LockableSemester[],
  at: { today: PlainDate; now: number },
): string | null {
  const isLocked = (semester: LockableSemester) =>
    semester.archived_at !== null ||
    (!semester.is_active && semester.activated_at !== null && at.today > semester.end_date) ||
    (semester.hours_lock_at
      ? at.now >= Date.parse(semester.hours_lock_at)
      : at.today > (semester.graded_until ?? addDays(semester.end_date, GRADING_DAYS)))
  const [own] = semesters
    .filter((one) => one.start_date <= date && date <= one.end_date)
    .toSorted(
      (a, b) =>
        Number(b.is_active) - Number(a.is_active) ||
        comparePlainDates(b.start_date, a.start_date) ||
        (a.id < b.id ? -1 : 1),
    )
  return own && own.reopened_at === null && isLocked(own) ? own.name : null
}
