import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AttendanceStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { addsAbsence, tally } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'
import { notifyOnShift, notifyStudent } from './notify-attendance.ts'

/**
 * Notifies the student and the school when what was just recorded, an absence or one late arrival
 * too many, reaches the school's limit for the semester, across all instructors.
 */
export async function notifyAtRisk(tx: Tx, row: LockedAttendance, status: AttendanceStatus): Promise<void> {
  const { rows } = await sql<{ status: AttendanceStatus; late_min: number }>`
    select r.status, r.late_min from app.attendance_of_semester(${row.id}::uuid) r`.execute(tx)
  const counted = tally(rows, row.settings)
  if (!counted.isAtRisk || !addsAbsence(status, counted, row.settings)) return
  const { unexcused, fromLates } = counted
  const values = { ...row.facts, unexcused, fromLates }
  await notifyStudent(tx, row, notification(notificationTexts, 'attendance.at_risk', values))
  const named = { ...values, student: row.full_name }
  await notifyOnShift(tx, row, notification(notificationTexts, 'attendance.at_risk', named))
}
