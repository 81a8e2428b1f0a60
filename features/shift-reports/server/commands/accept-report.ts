import type { AttendanceRow } from '#features/attendance/contract.ts'
import { postSeatHours } from '#features/hours/server/public.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import { type LockedReport, written } from './lock-report.ts'

/**
 * Accepts a submitted report: the hours of each seat follow from its attendance and are posted once, even if two people try. A trigger then
 * refuses changes to the attendance.
 */
export async function acceptReport(tx: Tx, report: LockedReport, attendance: readonly AttendanceRow[]) {
  const seats = await tx
    .selectFrom('assignments')
    .select(['id', 'source'])
    .where('shift_id', '=', report.id)
    .execute()
  for (const row of attendance)
    await postSeatHours(tx, {
      assignment_id: row.id,
      school_id: report.school_id,
      experience: report.experience_type as ExperienceType,
      minutes: row.minutes,
      rounding_min: 0,
      source: seats.find(({ id }) => id === row.id)?.source === 'makeup' ? 'makeup' : 'attendance',
      reason: null,
    })
  return written(
    await tx
      .updateTable('shift_reports')
      .set({ status: 'accepted' })
      .where('id', '=', report.id)
      .returning(['status', 'version'])
      .executeTakeFirstOrThrow(),
  )
}
