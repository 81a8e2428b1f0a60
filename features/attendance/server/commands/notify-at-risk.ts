import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AttendanceStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { tally } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'
import { notifyOnShift, notifyStudent } from './notify-attendance.ts'

/**
 * Notifies the student and the school when an absence reaches what the school allows in the semester. An instructor sees the own shifts
 * alone: their count is of these.
 */
export async function notifyAtRisk(tx: Tx, row: LockedAttendance): Promise<void> {
  const records = await tx
    .selectFrom('attendance_records as r')
    .innerJoin('shifts as s', 's.id', 'r.shift_id')
    .select(['r.status', 'r.late_min'])
    .where('r.student_id', '=', row.student_id)
    .where('s.semester_id', '=', ({ selectFrom }) =>
      selectFrom('shifts').select('semester_id').where('id', '=', row.shift_id),
    )
    .execute()
  const counted = tally(records as { status: AttendanceStatus; late_min: number }[], row.settings)
  if (!counted.isAtRisk) return
  const { unexcused, fromLates } = counted
  const values = { ...row.facts, student: row.full_name, unexcused, fromLates }
  const sent = notification(notificationTexts, 'attendance.at_risk', values)
  await notifyStudent(tx, row, sent)
  await notifyOnShift(tx, row, sent)
}
