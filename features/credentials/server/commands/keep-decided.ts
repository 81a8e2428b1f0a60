import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '../../contract.ts'

/** Keeps with seats that were given in this transaction how clear their students were by then. */
export async function keepDecided(
  tx: Tx,
  seats: readonly (ClearanceBrief & { id: string })[],
): Promise<void> {
  if (seats.length > 0)
    await sql`select app.keep_decided_clearance(${JSON.stringify(seats)}::jsonb)`.execute(tx)
}
