import type { Tx } from '#platform/server/db.ts'
import type { CheckInTimes } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'

/** The fields of a record that a command may change. */
export type Change = Partial<CheckInTimes> & { called_out_at?: string | null; absence_reason?: string | null }

/**
 * Writes the changes of a record; a trigger adds the audit entry and updates the seat.
 * Writes nothing if nothing changed. The first student who comes starts the shift.
 */
export async function writeAttendance(tx: Tx, row: LockedAttendance, change: Change): Promise<void> {
  const changed = Object.entries(change).filter(
    ([column, value]) => row[column as keyof LockedAttendance] !== value,
  )
  if (changed.length === 0) return
  await tx
    .updateTable('attendance_records')
    .set(Object.fromEntries(changed))
    .where('id', '=', row.id)
    .execute()
}
