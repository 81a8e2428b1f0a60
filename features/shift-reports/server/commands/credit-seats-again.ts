import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { AttendanceStatus } from '#features/attendance/contract.ts'
import { creditedMinutes } from '#features/attendance/rules.ts'
import { correctSeatHours } from '#features/hours/server/public.ts'
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * Corrects the posted hours of a shift's seats after its credited hours changed: each counts again by its attendance; one without a record
 * counts as full attendance. Hours not posted yet need no correction. Returns how many seats changed.
 */
export async function creditSeatsAgain(tx: Tx, shiftId: string, reason: string): Promise<number> {
  const seats = await tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as s', 's.id', 'a.shift_id')
    .innerJoin('schools as c', 'c.id', 'a.school_id')
    .leftJoin('attendance_records as r', 'r.id', 'a.id')
    .select(['a.id', 'a.school_id', 's.date', 's.credited_hours', 's.experience_type', 'c.settings'])
    .select(['r.status', 'r.late_min', 'r.left_early_min'])
    .where('a.shift_id', '=', shiftId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('hours_entries as e').select('e.id').whereRef('e.assignment_id', '=', 'a.id')),
    )
    .orderBy('a.id')
    .execute()
  let changed = 0
  for (const { id, school_id, date, settings, ...seat } of seats) {
    const minutes = creditedMinutes(
      { credited_hours: Number(seat.credited_hours) },
      {
        status: (seat.status ?? 'completed') as AttendanceStatus,
        late_min: seat.late_min ?? 0,
        left_early_min: seat.left_early_min ?? 0,
      },
      settingsOf(settings as Partial<SchoolSettings>),
    )
    const experience = seat.experience_type as ExperienceType
    if (await correctSeatHours(tx, { assignment_id: id, school_id, date, experience, minutes, reason }))
      changed += 1
  }
  return changed
}
