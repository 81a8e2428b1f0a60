import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AttendanceStatus } from '../../contract.ts'
import { beginsShift, type Pressed } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'

/** What a command may change of a record. */
export type Change = Partial<Pressed> & { called_out_at?: string | null; absence_reason?: string | null }

/**
 * Writes what changed of a record; the guard keeps its trail, and the seat follows. Nothing changed, nothing written. The shift begins with
 * the first student who comes, before the seat is written: who changes a seat holds its shift first.
 */
export async function writeAttendance(tx: Tx, row: LockedAttendance, change: Change): Promise<void> {
  const changed = Object.entries(change).filter(
    ([column, value]) => row[column as keyof LockedAttendance] !== value,
  )
  if (changed.length === 0) return
  const from = row.status as AttendanceStatus
  if (beginsShift(from, change.status ?? from, row.shift_status))
    await sql`select app.begin_shift(${row.shift_id}::uuid)`.execute(tx)
  await tx
    .updateTable('attendance_records')
    .set(Object.fromEntries(changed))
    .where('id', '=', row.id)
    .execute()
}
