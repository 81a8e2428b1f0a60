import { notificationText } from '#core/notification-texts.ts'
import { howMany } from '#core/number-text.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { ReportStatus } from './contract.ts'
import { reportLabels } from './rules.ts'

/** What people read when a report can't be written, submitted or decided. */
export const reportRefusals = {
  'shift_report.not_found': notFound(
    () =>
      'There is no report on this shift. It opens for its instructor within a minute of the end of the shift.',
  ),
  'incident.not_found': notFound(() => 'This incident no longer exists. Reload the page.'),
  'incident.follow_up_past': invalid(
    () => 'The follow-up date has passed. Choose today or a later day.',
    'follow_up_by',
  ),
  'incident.closed': conflict(() => 'Someone just closed this incident. Reload the page.'),
  'shift_report.old_version': conflict(() => 'This report was just changed. Reload the page.'),
  'shift_report.submitted': conflict(() => 'This report was submitted. Your school can return it to you.'),
  'shift_report.not_a_draft': conflict(() => 'Save the report first, then submit it.'),
  'shift_report.attendance_open': conflict<{ names: string[] }>(
    ({ names }) => `Attendance is not recorded for ${names.join(', ')}. Record it first.`,
  ),
  'shift_report.summary_missing': invalid(
    () => 'Describe in a sentence what was taught.',
    'teaching_summary',
  ),
  'shift_report.tick_missing': invalid(
    () => 'Confirm that the report has no patient information.',
    'no_patient_information',
  ),
  'shift_report.not_submitted': conflict<{ status: ReportStatus }>(
    ({ status }) =>
      `This report is ${reportLabels[status].toLowerCase()}. Only a submitted report can be accepted or returned.`,
  ),
  'shift_report.reason_missing': invalid(() => 'Describe what’s missing. The instructor sees it.', 'reason'),
  'shift_report.no_instructor': conflict(
    () => 'This shift had no instructor to return it to. Correct its attendance, then accept it.',
  ),
  'shift_report.has_exceptions': conflict(() => 'This report has exceptions. Your school has to accept it.'),
  'shift_report.foreign_seat': invalid(() => 'One of these students is not on the shift.', 'seats'),
}

const shiftOf = (shift: ShiftFacts): string => `${where(shift)}, ${when(shift)}`

/** Notification texts: code → text. */
export const notificationTexts = {
  'shift_report.due': notificationText<ShiftFacts>(
    () => 'A shift report is due',
    (shift) => `${shiftOf(shift)}. It takes about five minutes.`,
  ),
  'shift_report.overdue': notificationText<ShiftFacts>(
    () => 'A shift report is overdue',
    (shift) => `${shiftOf(shift)}. Its students’ hours depend on it.`,
  ),
  'shift_report.escalated': notificationText<ShiftFacts & { proctor: string }>(
    ({ proctor }) => `${proctor} has not sent a shift report`,
    (shift) => `${shiftOf(shift)}. It is five days overdue, and its students’ hours depend on it.`,
  ),
  'shift_report.submitted': notificationText<ShiftFacts & { exceptions: number }>(
    () => 'A shift report needs your review',
    (shift) =>
      `${shiftOf(shift)}: ${shift.exceptions === 1 ? '1 exception' : `${shift.exceptions} exceptions`} to look at.`,
  ),
  'shift_report.left': notificationText<ShiftFacts>(
    () => 'A shift report is left to you',
    (shift) => `${shiftOf(shift)}: its instructor has left. Check the attendance, then accept the report.`,
  ),
  'shift_report.locked': notificationText<ShiftFacts & { semester: string }>(
    () => 'A shift report can’t be accepted',
    (shift) =>
      `${shiftOf(shift)}: the hours of ${shift.semester} are locked. Once a school super admin reopens it for grading, the report is accepted.`,
  ),
  'shift_report.returned': notificationText<ShiftFacts & { reason: string }>(
    () => 'A shift report was returned to you',
    (shift) => `${shiftOf(shift)}: ${shift.reason}`,
  ),
  'shift_report.accepted': notificationText<ShiftFacts>(
    () => 'Your shift report was accepted',
    (shift) => `${shiftOf(shift)}. The hours are posted.`,
  ),
  'makeup.corrected': notificationText<{ before: number; hours: number; reason: string }>(
    ({ before, hours }) =>
      hours === 0
        ? `You don’t have to make up ${howMany(before, 'hour')}`
        : `You have ${howMany(hours, 'hour')} to make up`,
    ({ reason }) => reason,
  ),
  'incident.reported': notificationText<ShiftFacts & { kind: string; severity: string }>(
    ({ kind, severity }) => `${severity} incident reported: ${kind.toLowerCase()}`,
    (shift) => `${shiftOf(shift)}. Open the shift to read it.`,
  ),
}
