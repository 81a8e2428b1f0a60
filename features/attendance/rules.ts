import { instantOf } from '#core/clock-time.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { SchoolSettings } from '#core/school-settings.ts'
import { ongoingStates, unclosedStates, type ShiftStatus } from '#core/shift-statuses.ts'
import type { Step } from '#core/steps.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import type { AttendanceStatus, Mark } from './contract.ts'

export type AttendanceParty = 'student' | 'instructor' | 'school' | 'system'

const onSite: readonly AttendanceParty[] = ['instructor', 'school']
const everyone: readonly AttendanceParty[] = ['student', 'instructor', 'school']

/** The only steps of one student's attendance at one shift (Domain 2.4, assignment). */
export const attendanceSteps = [
  { event: 'check_in', from: 'expected', to: 'checked_in', parties: everyone },
  { event: 'check_in', from: 'called_out', to: 'checked_in', parties: everyone },
  { event: 'check_in', from: 'no_show_proposed', to: 'checked_in', parties: everyone },
  { event: 'check_in', from: 'no_show', to: 'checked_in', parties: onSite },
  { event: 'check_in', from: 'absent_excused', to: 'checked_in', parties: onSite },
  { event: 'check_in', from: 'absent_unexcused', to: 'checked_in', parties: onSite },
  { event: 'check_out', from: 'checked_in', to: 'completed', parties: everyone },
  { event: 'undo_check_in', from: 'checked_in', to: 'expected', parties: onSite },
  { event: 'undo_check_out', from: 'completed', to: 'checked_in', parties: onSite },
  { event: 'call_out', from: 'expected', to: 'called_out', parties: everyone },
  { event: 'take_back_call_out', from: 'called_out', to: 'expected', parties: everyone },
  { event: 'propose_no_show', from: 'expected', to: 'no_show_proposed', parties: ['system'] },
  { event: 'reject_no_show', from: 'no_show_proposed', to: 'expected', parties: onSite },
  { event: 'confirm_no_show', from: 'no_show_proposed', to: 'no_show', parties: onSite },
  { event: 'confirm_no_show', from: 'expected', to: 'no_show', parties: onSite },
  ...(['expected', 'called_out', 'no_show_proposed', 'no_show', 'checked_in'] as const).flatMap((from) => [
    { event: 'excuse', from, to: 'absent_excused' as const, parties: onSite },
    { event: 'mark_unexcused', from, to: 'absent_unexcused' as const, parties: onSite },
  ]),
  { event: 'excuse', from: 'absent_unexcused', to: 'absent_excused', parties: ['school'] },
  { event: 'mark_unexcused', from: 'absent_excused', to: 'absent_unexcused', parties: ['school'] },
  { event: 'clear_absence', from: 'absent_excused', to: 'expected', parties: onSite },
  { event: 'clear_absence', from: 'absent_unexcused', to: 'expected', parties: onSite },
  { event: 'clear_absence', from: 'no_show', to: 'expected', parties: onSite },
] as const satisfies readonly Step<AttendanceStatus, AttendanceParty>[]

/** The statuses of an absent student (Domain 2.4). */
export const absences: readonly AttendanceStatus[] = ['absent_excused', 'absent_unexcused', 'no_show']

/** The same, plus students who called out. */
export const awayStatuses: readonly AttendanceStatus[] = ['called_out', ...absences]

/** True if a student is not there, as recorded or as they reported. */
export const isAway = (status: AttendanceStatus): boolean => awayStatuses.includes(status)

/** Labels for the statuses (Domain 2.4). */
export const attendanceLabels: Record<AttendanceStatus, string> = {
  expected: 'Expected',
  called_out: 'Called out',
  checked_in: 'Checked in',
  completed: 'Completed',
  no_show_proposed: 'No-show?',
  no_show: 'No-show',
  absent_excused: 'Absent, excused',
  absent_unexcused: 'Absent, unexcused',
}

const MINUTE = 60_000
const ms = (instant: string): number => Date.parse(instant)
const plus = (instant: string, minutes: number): string =>
  new Date(ms(instant) + minutes * MINUTE).toISOString()

export type Hours = { starts_at: string; ends_at: string }
type Windows = Pick<
  SchoolSettings,
  'check_in_opens_min' | 'check_in_closes_min' | 'check_out_closes_min' | 'no_show_after_min'
>

/** When students can check in and out, as instants, which account for night shifts and clock changes (Domain 2.4). */
export function windowsOf({ starts_at: start, ends_at: end }: Hours, settings: Windows) {
  return {
    opensAt: plus(start, -settings.check_in_opens_min),
    locationUntil: plus(start, settings.check_in_closes_min),
    codeUntil: end,
    checkOutUntil: plus(end, settings.check_out_closes_min),
    noShowAt: plus(start, settings.no_show_after_min),
  }
}

/** A press that arrives this long after its time was queued offline. */
const OFFLINE_AFTER_MS = 60_000
/** How long a press stays valid: after that, the instructor records it. */
const KEPT_HOURS = 24

/**
 * The time that counts for a press on a phone: the phone's, but never later than the server's; marked
 * offline if it arrived more than a minute later (Domain 3.1, check-in that queues offline).
 */
export function effectiveTime(pressedAt: string, receivedAt: string): { at: string; isOffline: boolean } {
  const late = ms(receivedAt) - ms(pressedAt)
  return late <= 0
    ? { at: receivedAt, isOffline: false }
    : { at: pressedAt, isOffline: late > OFFLINE_AFTER_MS }
}

/** True if a press arrives too long after its time to count: 24 hours. */
const isTooOld = (at: string, receivedAt: string): boolean =>
  ms(receivedAt) - ms(at) > KEPT_HOURS * 60 * MINUTE

/** A student's proof of being there: the code that the instructor shows, or a location near the confirmed pin. */
export type Proof = {
  /** Null if none was sent. */
  isCodeRight: boolean | null
  /** Null if no location was sent, or the site's pin is not confirmed. */
  location: { distanceM: number; accuracyM: number; radiusM: number } | null
  /** Why they check in from outside the radius. */
  reason: string | null
}

/** Accuracy, in meters, above which a phone's location is too imprecise to use. */
const IMPRECISE_M = 500

/** Why a location needs a reason, or null if it is within the site's radius (Domain 2.4: outside is allowed, and reviewed). */
function outsideBlocker({ distanceM, accuracyM, radiusM }: NonNullable<Proof['location']>) {
  if (isInside(distanceM, accuracyM, radiusM)) return null
  return accuracyM > IMPRECISE_M
    ? refusal('attendance.location_imprecise', { accuracyM })
    : refusal('attendance.outside', { distanceM, radiusM })
}

/** Why a student cannot check in, or null (Domain 2.4: 30 minutes before to 15 after the start). */
export function checkInBlocker(
  shift: Hours & { status: ShiftStatus; time_zone: string },
  at: string,
  receivedAt: string,
  proof: Proof,
  settings: Windows,
) {
  if (!unclosedStates.includes(shift.status)) return refusal('attendance.shift_not_running')
  if (isTooOld(at, receivedAt)) return refusal('attendance.too_old')
  const { opensAt, locationUntil, codeUntil } = windowsOf(shift, settings)
  const timeZone = shift.time_zone
  if (ms(at) < ms(opensAt)) return refusal('attendance.not_open', { opensAt, timeZone })
  if (ms(at) > ms(codeUntil)) return refusal('attendance.shift_over')
  if (proof.isCodeRight === true) return null
  if (proof.isCodeRight === false) return refusal('attendance.wrong_code')
  if (proof.location === null) return refusal('attendance.needs_code')
  if (ms(at) > ms(locationUntil)) return refusal('attendance.location_closed', { locationUntil, timeZone })
  // An offline check-in is recorded as it is: the student is no longer there to give a reason.
  const isLate = effectiveTime(at, receivedAt).isOffline
  return isLate || (proof.reason ?? '').trim().length >= 3 ? null : outsideBlocker(proof.location)
}

/** The statuses of a student who is there, or was. */
const there: readonly AttendanceStatus[] = ['checked_in', 'completed']

/** True if this step is the student's arrival, when clearance is checked. */
export const isArrival = (from: AttendanceStatus, to: AttendanceStatus): boolean =>
  there.includes(to) && !there.includes(from)

/**
 * True if an absence is taken back after the shift: the school may have arranged a make-up for it by then,
 * which is no longer owed.
 */
export const isTakenBackLate = (
  from: AttendanceStatus,
  to: AttendanceStatus,
  { ends_at: end }: Pick<Hours, 'ends_at'>,
  now: string,
): boolean => absences.includes(from) && !absences.includes(to) && ms(now) > ms(end)

/**
 * Why a student who is not cleared cannot attend; null if they are cleared, or their school lets
 * them (domain §2.8: the school's setting decides). The school itself always may record it.
 * `name`: the student whom the instructor records, null for the student's own check-in.
 */
export function clearanceBlocker(
  clearance: ClearanceBrief | undefined,
  { check_in_only_cleared: isStrict }: Pick<SchoolSettings, 'check_in_only_cleared'>,
  { by, name }: { by: 'student' | 'instructor' | 'school'; name: string | null },
) {
  if (!isStrict || by === 'school' || clearance?.status !== 'not_cleared') return null
  return refusal('attendance.not_cleared', { name, missing: clearance.missing })
}

/**
 * Why a student cannot have left at a time, given or now; null from the start. One who is gone before it was not on the shift: its
 * check-in is undone instead.
 */
const leavingBlocker = (
  given: string | null,
  now: string,
  { starts_at: startsAt, time_zone: timeZone }: Hours & { time_zone: string },
) =>
  ms(given ?? now) >= ms(startsAt)
    ? null
    : refusal(given === null ? 'attendance.not_started' : 'attendance.left_before_start', {
        startsAt,
        timeZone,
      })

/**
 * Why a student cannot check out, or null. Checking out ends the shift for them, so it opens with the start. A forgotten check-out needs a reason and the time they left.
 * One that arrives before its check-in is kept until the check-in arrives (Domain 2.4).
 */
export function checkOutBlocker(
  shift: Hours & { status: ShiftStatus; time_zone: string },
  record: { check_in_at: string | null },
  sent: { at: string; leftAt: string | null; reason: string | null; receivedAt: string },
  settings: Windows,
) {
  if (!unclosedStates.includes(shift.status)) return refusal('attendance.shift_not_running')
  const left = sent.leftAt ?? sent.at
  if (record.check_in_at !== null && ms(left) < ms(record.check_in_at))
    return refusal('attendance.left_before_coming')
  if (ms(left) > ms(sent.receivedAt)) return refusal('attendance.not_yet')
  const tooEarly = leavingBlocker(sent.leftAt, sent.at, shift)
  if (tooEarly) return tooEarly
  const { checkOutUntil } = windowsOf(shift, settings)
  if (ms(sent.at) <= ms(checkOutUntil)) return null
  if ((sent.reason ?? '').trim().length < 3 || sent.leftAt === null)
    return refusal('attendance.forgotten_check_out')
  return ms(left) > ms(checkOutUntil) ? refusal('attendance.left_too_late') : null
}

/**
 * Why a student cannot report an absence, or null: only until the shift ends, and from a phone without a connection at most a day later;
 * after that the instructor records it (Domain 2.0). Both times are ISO instants.
 */
export function callOutBlocker(shift: Hours & { status: ShiftStatus }, at: string, receivedAt: string) {
  if (isTooOld(at, receivedAt)) return refusal('attendance.too_old')
  if (!ongoingStates.includes(shift.status) || ms(at) > ms(shift.ends_at))
    return refusal('attendance.shift_over')
  return null
}

/** True if the absence was reported early enough by the school's rule (Domain 2.0: at least 30 minutes before the start). */
export function isReportedInTime(
  calledOutAt: string,
  { starts_at: start }: Pick<Hours, 'starts_at'>,
  { absence_notice_min: notice }: Pick<SchoolSettings, 'absence_notice_min'>,
): boolean {
  return ms(start) - ms(calledOutAt) >= notice * MINUTE
}

/**
 * Whole minutes missed after the start and before the end, in elapsed time;
 * PostgreSQL computes the same (Domain 2.4: late_min, left_early_min).
 */
export function minutesMissed(
  { starts_at: start, ends_at: end }: Hours,
  { check_in_at: came, check_out_at: left }: { check_in_at: string | null; check_out_at: string | null },
): { late_min: number; left_early_min: number } {
  const whole = (from: string, to: string | null) =>
    to === null ? 0 : Math.max(0, Math.floor((ms(to) - ms(from)) / MINUTE))
  return {
    late_min: whole(start, came),
    left_early_min: left === null ? 0 : Math.max(0, Math.floor((ms(end) - ms(left)) / MINUTE)),
  }
}

/** True if it counts as late: more than the school's grace after the start (Domain 2.0: more than 15 minutes). */
export const isLate = (lateMin: number, { late_grace_min: grace }: Pick<SchoolSettings, 'late_grace_min'>) =>
  lateMin > grace

/** True if a student who is there came later than the school's grace. */
export const arrivedLate = (
  shift: Hours,
  { check_in_at }: { check_in_at: string | null },
  settings: Pick<SchoolSettings, 'late_grace_min'>,
): boolean => isLate(minutesMissed(shift, { check_in_at, check_out_at: null }).late_min, settings)

export type Counted = { status: AttendanceStatus; late_min: number; left_early_min: number }

/**
 * Minutes credited to a student: those of the shift by the school's rule, minus all time
 * missed when late beyond the grace and what was missed at the end. The missed time is rounded
 * to the school's step, halves down; none for an absent student (Domain 2.11, hours_rounding_min).
 */
export function creditedMinutes(
  { credited_hours: hours }: { credited_hours: number },
  { status, late_min: late, left_early_min: early }: Counted,
  settings: Pick<SchoolSettings, 'late_grace_min' | 'hours_rounding_min'>,
): number {
  if (status !== 'completed' && status !== 'checked_in') return 0
  const scheduled = Math.round(hours * 60)
  const missed = (isLate(late, settings) ? late : 0) + early
  const step = settings.hours_rounding_min
  return Math.max(0, scheduled + Math.round(-missed / step) * step)
}

/** A student's attendance in numbers; a set number of late arrivals counts as one unexcused absence (Domain 2.0: 3 lates = 1 unexcused). */
export function tally(
  records: readonly Pick<Counted, 'status' | 'late_min'>[],
  settings: Pick<SchoolSettings, 'late_grace_min' | 'lates_per_absence' | 'unexcused_absences_max'>,
) {
  const count = (...of: AttendanceStatus[]) => records.filter(({ status }) => of.includes(status)).length
  const present = count('checked_in', 'completed')
  const late = records.filter(
    ({ status, late_min: minutes }) => there.includes(status) && isLate(minutes, settings),
  ).length
  const { lates_per_absence: each, unexcused_absences_max: most } = settings
  const fromLates = each > 0 ? Math.floor(late / each) : 0
  const unexcused = count('absent_unexcused', 'no_show') + fromLates
  const excused = count('absent_excused')
  return { present, late, excused, unexcused, fromLates, isAtRisk: most > 0 && unexcused >= most }
}

/**
 * True if the latest record adds an unexcused absence: itself, or as the late arrival that completes the number counted as one. An excused
 * one adds nothing.
 */
export function addsAbsence(
  status: AttendanceStatus,
  { late }: Pick<ReturnType<typeof tally>, 'late'>,
  { lates_per_absence: each }: Pick<SchoolSettings, 'lates_per_absence'>,
): boolean {
  const isLateArrival = there.includes(status) && each > 0 && late > 0 && late % each === 0
  return status === 'absent_unexcused' || status === 'no_show' || isLateArrival
}

/** Meters between two points on the ground, by the haversine formula. */
export function distanceInMeters(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const rad = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(rad(to - from) / 2) ** 2
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * half(a.longitude, b.longitude)
  return Math.round(2 * 6_371_000 * Math.asin(Math.min(1, Math.sqrt(h))))
}

/** True if a location is within the site's radius. The phone's inaccuracy counts in the student's favor (Domain 2.4). */
export function isInside(distanceM: number, accuracyM: number, radiusM: number): boolean {
  return distanceM - Math.min(accuracyM, 200) <= radiusM
}

/** What a record stores about both buttons: what counts, and what the student pressed. */
export type CheckInTimes = {
  status: AttendanceStatus
  check_in_at: string | null
  check_in_method: 'code' | 'location' | 'instructor' | 'school' | null
  check_in_pressed_at: string | null
  check_in_offline: boolean
  distance_m: number | null
  is_inside: boolean | null
  check_in_reason: string | null
  check_out_at: string | null
  check_out_method: 'student' | 'instructor' | 'school' | null
  check_out_pressed_at: string | null
  check_out_offline: boolean
  check_out_reason: string | null
}

/** The part of a record about both buttons, without the rest of the row. */
export const checkInTimesOf = (record: CheckInTimes): CheckInTimes => ({
  status: record.status,
  check_in_at: record.check_in_at,
  check_in_method: record.check_in_method,
  check_in_pressed_at: record.check_in_pressed_at,
  check_in_offline: record.check_in_offline,
  distance_m: record.distance_m,
  is_inside: record.is_inside,
  check_in_reason: record.check_in_reason,
  check_out_at: record.check_out_at,
  check_out_method: record.check_out_method,
  check_out_pressed_at: record.check_out_pressed_at,
  check_out_offline: record.check_out_offline,
  check_out_reason: record.check_out_reason,
})

export type CheckIn = {
  at: string
  isOffline: boolean
  method: 'code' | 'location'
  distanceM: number | null
  isInside: boolean | null
  reason: string | null
}
export type CheckOut = { at: string; isOffline: boolean; reason: string | null }

const isEarlier = (at: string, than: string | null): boolean => than === null || ms(at) < ms(than)
const notThere: readonly AttendanceStatus[] = ['expected', 'called_out', 'no_show_proposed']

/**
 * The record after a check-in arrived, in any order: of two the earlier counts, and a check-out
 * that was waiting for it takes effect. What the instructor or the school recorded stays; the
 * student's press is stored next to it (Domain 3.1: queued offline, nothing lost).
 */
export function withCheckIn<Record extends CheckInTimes>(record: Record, sent: CheckIn): Record {
  if (!isEarlier(sent.at, record.check_in_pressed_at)) return record
  const evidence = {
    ...record,
    check_in_pressed_at: sent.at,
    check_in_offline: sent.isOffline,
    distance_m: sent.distanceM,
    is_inside: sent.isInside,
    check_in_reason: sent.reason,
  }
  const isOwn = record.check_in_method === 'code' || record.check_in_method === 'location'
  if (!notThere.includes(record.status) && !isOwn) return evidence
  const came = { ...evidence, check_in_at: sent.at, check_in_method: sent.method }
  if (!notThere.includes(record.status)) return came
  const left = record.check_out_pressed_at
  if (left === null) return { ...came, status: 'checked_in' }
  return {
    ...came,
    status: 'completed',
    check_out_at: isEarlier(left, sent.at) ? sent.at : left,
    check_out_method: 'student',
  }
}

/** The record after a check-out arrived, in any order; see withCheckIn. */
export function withCheckOut<Record extends CheckInTimes>(record: Record, sent: CheckOut): Record {
  if (!isEarlier(sent.at, record.check_out_pressed_at)) return record
  const evidence = {
    ...record,
    check_out_pressed_at: sent.at,
    check_out_offline: sent.isOffline,
    check_out_reason: sent.reason,
  }
  const isMine = record.status === 'completed' && record.check_out_method === 'student'
  if (record.status !== 'checked_in' && !isMine) return evidence
  const left = isEarlier(sent.at, record.check_in_at) ? record.check_in_at : sent.at
  return { ...evidence, status: 'completed', check_out_at: left, check_out_method: 'student' }
}

type Recorded = { status: AttendanceStatus; check_in_at: string | null; check_out_at: string | null }

const absent = (status: AttendanceStatus): Recorded => ({ status, check_in_at: null, check_out_at: null })

/** Why an instructor or the school cannot record this mark now, or null (Domain 2.4). */
export function markBlocker(
  record: Recorded,
  { mark, at }: { mark: Mark; at: string | null },
  shift: Hours & { status: ShiftStatus; time_zone: string },
  now: string,
  settings: Windows,
) {
  const { starts_at: start, ends_at: end, time_zone: timeZone } = shift
  const { opensAt, noShowAt } = windowsOf(shift, settings)
  if (!unclosedStates.includes(shift.status)) return refusal('attendance.shift_not_running')
  if (at !== null && ms(at) > ms(now)) return refusal('attendance.not_yet')
  if (at !== null && (ms(at) < ms(start) - SPAN_MIN * MINUTE || ms(at) > ms(end) + SPAN_MIN * MINUTE))
    return refusal('attendance.time_outside')
  if (mark === 'present' && ms(now) < ms(opensAt))
    return refusal('attendance.not_open', { opensAt, timeZone })
  if (mark === 'no_show' && ms(now) < ms(noShowAt))
    return refusal('attendance.no_show_too_early', { noShowAt, timeZone })
  if ((mark === 'left' || mark === 'still_here') && record.check_in_at === null)
    return refusal('attendance.not_checked_in')
  if (mark === 'left' && at !== null && ms(at) < ms(record.check_in_at!))
    return refusal('attendance.left_before_coming')
  const tooEarly = mark === 'left' ? leavingBlocker(at, now, shift) : null
  if (tooEarly) return tooEarly
  const { check_out_at: leftAt } = record
  if (mark === 'present' && at !== null && leftAt !== null && ms(at) > ms(leftAt))
    return refusal('attendance.came_after_leaving', { leftAt, timeZone })
  return null
}

/** Minutes before the start and after the end within which times are accepted; PostgreSQL applies the same limit. */
const SPAN_MIN = 120

/**
 * The record after a mark: present counts from the start unless the student checked in or a time is
 * given, leaving counts at the end, or now during the shift (Domain 3.6: default present).
 */
export function markedAs(
  record: Recorded,
  { mark, at }: { mark: Mark; at: string | null },
  { starts_at: start, ends_at: end }: Hours,
  now: string,
): Recorded {
  const isPresent = there.includes(record.status)
  switch (mark) {
    case 'present':
      return isPresent
        ? { ...record, check_in_at: at ?? record.check_in_at }
        : { ...absent('checked_in'), check_in_at: at ?? (ms(now) < ms(start) ? now : start) }
    case 'left': {
      const latest = ms(now) < ms(end) ? now : end
      const left = at ?? (ms(latest) < ms(record.check_in_at ?? latest) ? record.check_in_at : latest)
      return { ...record, status: 'completed', check_out_at: left }
    }
    case 'still_here':
      return { ...record, status: 'checked_in', check_out_at: null }
    case 'expected':
    case 'called_out':
    case 'no_show':
    case 'absent_excused':
    case 'absent_unexcused':
      return absent(mark)
  }
}

/** The instant of a time in the site's time zone that is nearest to the shift, so that 06:50 after a night shift is on the next day. */
export function instantOnShift(
  time: string,
  { starts_at: start, time_zone: zone }: { starts_at: string; time_zone: string },
): string {
  const day = todayIn(zone, ms(start))
  const candidates = [-1, 0, 1].map((days) => instantOf(addDays(day, days), time, zone))
  const earliest = ms(start) - SPAN_MIN * MINUTE
  return candidates.find((instant) => ms(instant) >= earliest)!
}

/** What a student can do about a shift now (Domain 3.1: am I due, and what to do now). */
export function nextCheckInAction(
  record: Hours & { status: AttendanceStatus; posted_at: string | null; opens_at: string },
  now: string,
): 'wait' | 'check_in' | 'stay' | 'check_out' | 'come' | 'none' {
  const { status } = record
  if (record.posted_at !== null) return 'none'
  if (status === 'checked_in') return ms(now) < ms(record.starts_at) ? 'stay' : 'check_out'
  const isOver = ms(now) > ms(record.ends_at)
  if (status === 'called_out') return isOver ? 'none' : 'come'
  if ((status !== 'expected' && status !== 'no_show_proposed') || isOver) return 'none'
  return ms(now) < ms(record.opens_at) ? 'wait' : 'check_in'
}

/** The address in the QR code: the shift's page with the check-in code. */
export const codeAddress = (origin: string, shiftId: string, code: string): string =>
  `${origin}/shift/${shiftId}?code=${code}`

/** The code in scanned or pasted text; undefined if there is none, or it is for another shift. */
export function codeIn(text: string, shiftId: string): string | undefined {
  const bare = text.trim().toUpperCase()
  if (/^[A-Z0-9]{6}$/.test(bare)) return bare
  const found = /\/shift\/([0-9a-f-]{36})\?code=([A-Z0-9]{6})$/i.exec(text.trim())
  return found && found[1] === shiftId ? found[2]!.toUpperCase() : undefined
}
