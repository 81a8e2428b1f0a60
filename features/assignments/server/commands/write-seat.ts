import { sql, type UpdateObject } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AssignmentStatus } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'

/** What is written of a seat that ends; a reason that was there before went with what it was for. */
export const endedSeat = (
  status: AssignmentStatus,
  reason: string | null = null,
  code: string | null = null,
) => ({
  status,
  reason: reason?.trim() || null,
  reason_code: code,
})

/**
 * Writes what a command changed on a seat, and why. PostgreSQL refuses a step that is not this party's, writes when and by whom it was
 * decided and the line of the trail, and does what follows: swaps of a seat that ends are off, and the next in line is offered it.
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
    // In the same statement, so that the row is written knowing why: the trigger reads it.
    .where(sql<boolean>`set_config('app.reason', ${reason?.trim() ?? ''}, true) is not null`)
    .returning('id')
    .executeTakeFirst()
  if (!written) refuse(seatRefusals, refusal('seat.not_now', { status }))
}
