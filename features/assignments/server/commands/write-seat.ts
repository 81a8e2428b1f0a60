import { sql, type UpdateObject } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AssignmentStatus } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'

/** The fields of a seat that ends; clears an earlier reason along with what it was for. */
export const endedSeat = (
  status: AssignmentStatus,
  reason: string | null = null,
  code: string | null = null,
) => ({
  status,
  reason: reason?.trim() || null,
  reason_code: code,
})

/** The fields of a seat for which its student asks nothing: not to be taken off, and no conflict. */
export const nothingAsked = {
  drop_asked_at: null,
  drop_asked_reason: null,
  conflict_at: null,
  conflict_note: null,
}

/**
 * Writes what a command changed on a seat, and why. PostgreSQL refuses steps that are not this party's,
 * records when and by whom it was decided, writes the audit entry, and does what follows: open swaps of
 * a seat that ends are ended, and the seat is offered to the next in line.
 */
export async function writeSeat(
  tx: Tx,
  { id, status }: { id: string; status: string },
  changes: UpdateObject<DB, 'assignments'>,
  reason: string | null = null,
): Promise<void> {
  const written = await tx
    .updateTable('assignments')
    .set(changes)
    .where('id', '=', id)
    // In the same statement, so the reason is set when the trigger reads it.
    .where(sql<boolean>`set_config('app.reason', ${reason?.trim() ?? ''}, true) is not null`)
    .returning('id')
    .executeTakeFirst()
  if (!written) refuse(seatRefusals, refusal('seat.not_now', { status }))
}
