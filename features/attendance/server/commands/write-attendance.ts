import type { Tx } from '#platform/server/db.ts'
import type { Pressed } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'

/** What a command may change of a record. */
export type Change = Partial<Pressed> & { called_out_at?: string | null; absence_reason?: string | null }

/**
 * Writes what changed of a record; a trigger keeps its trail, and the seat follows. Nothing changed, nothing written. The shift begins with
 * the first student who comes.
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
