import { distanceText } from '#core/distance-text.ts'
import { notificationText } from '#core/notification-texts.ts'
import { howMany } from '#core/number-text.ts'
import { formatInstant } from '#core/plain-date.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import { missingInWords } from '#features/credentials/rules.ts'

const timeIn = (instant: string, timeZone: string): string => formatInstant(instant, timeZone, 'weekday')

/** Why attendance cannot be recorded. */
export const attendanceRefusals = {
  'attendance.not_found': notFound(() => 'We can’t find that seat.'),
  'attendance.no_seat': conflict(() => 'This student is no longer on the shift. Reload the page.'),
  'attendance.shift_not_running': conflict(
    () => 'This shift is not running. Attendance is recorded from its check-in until its report is accepted.',
  ),
  'attendance.not_open': conflict<{ opensAt: string; timeZone: string }>(
    ({ opensAt, timeZone }) => `Check-in opens ${timeIn(opensAt, timeZone)}.`,
  ),
  'attendance.shift_over': conflict(
    () => 'This shift is over. Your instructor can still record that you came.',
  ),
  'attendance.too_old': conflict(
    () => 'You tapped this more than a day ago. Ask your instructor to record your attendance.',
  ),
  'attendance.wrong_code': invalid(
    () => 'This code is not valid. Enter the code that your instructor shows right now.',
    'code',
  ),
  'attendance.needs_code': conflict(
    () => 'Enter the code that your instructor shows, or ask your instructor to check you in.',
  ),
  'attendance.location_closed': conflict<{ locationUntil: string; timeZone: string }>(
    ({ locationUntil, timeZone }) =>
      `Check-in by location closed ${timeIn(locationUntil, timeZone)}. Enter the code that your instructor shows.`,
  ),
  'attendance.outside': conflict<{ distanceM: number; radiusM: number }>(
    ({ distanceM, radiusM }) =>
      `Your phone is about ${distanceText(distanceM)} from the site. Check-in by location works within ${distanceText(radiusM)}. Enter the code that your instructor shows, or check in from here with a reason.`,
  ),
  'attendance.location_imprecise': conflict<{ accuracyM: number }>(
    ({ accuracyM }) =>
      `Your phone knows its location only to about ${distanceText(accuracyM)}. Turn on precise location and try again, enter the code that your instructor shows, or check in from here with a reason.`,
  ),
  'attendance.not_checked_in': conflict(() => 'There is no check-in yet. Check in first.'),
  'attendance.left_before_coming': invalid(() => 'This is before the check-in.', 'left_at'),
  'attendance.not_started': conflict<{ startsAt: string; timeZone: string }>(
    ({ startsAt, timeZone }) => `Check-out opens when the shift starts: ${timeIn(startsAt, timeZone)}.`,
  ),
  'attendance.left_before_start': invalid<{ startsAt: string; timeZone: string }>(
    ({ startsAt, timeZone }) => `This is before the shift starts, ${timeIn(startsAt, timeZone)}.`,
    'left_at',
  ),
  'attendance.left_too_late': invalid(() => 'Enter when you left the shift.', 'left_at'),
  'attendance.came_after_leaving': invalid<{ leftAt: string; timeZone: string }>(
    ({ leftAt, timeZone }) => `The student left ${timeIn(leftAt, timeZone)}. Enter an earlier time.`,
    'at',
  ),
  'attendance.not_yet': invalid(() => 'This time is in the future.', 'at'),
  'attendance.time_outside': invalid(
    () => 'This time is more than 2 hours before the start or after the end of the shift.',
    'at',
  ),
  'attendance.forgotten_check_out': invalid(
    () => 'You’re checking out late. Enter when you left, and why you didn’t check out then.',
    'reason',
  ),
  'attendance.no_show_too_early': conflict<{ noShowAt: string; timeZone: string }>(
    ({ noShowAt, timeZone }) =>
      `A no-show can be recorded from ${timeIn(noShowAt, timeZone)}. Until then the student can still come.`,
  ),
  'attendance.reason_missing': invalid(
    () => 'Give a reason. The student and the school will read it.',
    'reason',
  ),
  'attendance.old_version': conflict<{ name: string }>(
    ({ name }) => `${name}’s attendance just changed. Check it again.`,
  ),
  'attendance.posted': conflict(
    () => 'This shift’s hours are posted. The school corrects hours in the student’s ledger.',
  ),
  'attendance.not_cleared': conflict<{ name: string | null; missing: readonly string[] }>(
    ({ name, missing }) =>
      `${name ? `${name} is` : 'You are'} not cleared for this shift: ${missingInWords(missing)}. ${name ? 'Your school decides who may stay.' : 'Talk to your instructor or your school.'}`,
  ),
  'attendance.not_yours': forbidden(() => 'Only the people who run this shift can record this.'),
}

type Student = ShiftFacts & { student: string }
type AtRisk = { student?: string; unexcused: number; fromLates: number }
const shiftOf = (shift: ShiftFacts): string => `${where(shift)}, ${when(shift)}`
const sentence = (shift: ShiftFacts, more: string | null): string =>
  `${shiftOf(shift)}${more ? `: ${more}` : '.'}`

/** Notification texts by code. */
export const notificationTexts = {
  'attendance.called_out': notificationText<Student & { reason: string; isInTime: boolean }>(
    ({ student }) => `${student} will be absent`,
    (shift) => `${shiftOf(shift)}: ${shift.reason}${shift.isInTime ? '' : ' (reported late)'}`,
  ),
  'attendance.no_shows_proposed': notificationText<ShiftFacts & { students: string[] }>(
    ({ students }) =>
      students.length === 1
        ? 'A student has not checked in'
        : `${students.length} students have not checked in`,
    (shift) => `${shiftOf(shift)}: ${shift.students.join(', ')}. Confirm the no-show, or check them in.`,
  ),
  'attendance.check_out_missing': notificationText<ShiftFacts>(
    () => 'You did not check out',
    (shift) => `${shiftOf(shift)}. Check out with the time you left and a reason.`,
  ),
  'attendance.absent': notificationText<ShiftFacts & { kind: string; reason: string | null }>(
    ({ kind }) => `You were marked ${kind}`,
    (shift) => sentence(shift, shift.reason),
  ),
  'attendance.not_absent': notificationText<ShiftFacts & { kind: string }>(
    ({ kind }) => `You’re no longer marked ${kind}`,
    (shift) => sentence(shift, null),
  ),
  'attendance.was_there': notificationText<Student>(
    ({ student }) => `${student} was there after all`,
    (shift) =>
      `${shiftOf(shift)}: the absence was taken back. If a make-up was arranged for it, these hours are no longer owed; take the student off that shift, or leave them on it.`,
  ),
  /** The student's own notification names no student. */
  'attendance.at_risk': notificationText<ShiftFacts & AtRisk>(
    ({ student, unexcused }) =>
      `${student ? `${student}:` : 'You have'} ${howMany(unexcused, 'unexcused absence')}`,
    ({ unexcused, fromLates, ...shift }) =>
      `${fromLates === 0 ? '' : fromLates === unexcused ? 'From late arrivals. ' : `${fromLates} of them from late arrivals. `}The latest: ${shiftOf(shift)}.`,
  ),
}
