import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '../../contract.ts'

/** Saves the current clearance of the students with seats that were given in this transaction. */
export async function saveClearanceAtDecision(
  tx: Tx,
  seats: readonly (ClearanceBrief & { id: string })[],
): Promise<void> {
  if (seats.length > 0)
    await sql`update public.seat_clearances c set decided_status = x.status, decided_missing = x.missing, decided_at = now()
      from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) x (id uuid, status text, missing text[]) where c.id = x.id`.execute(
      tx,
    )
}
