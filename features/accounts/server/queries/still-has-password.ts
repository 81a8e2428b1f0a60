import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** True if the verifier that was checked is still the person's. Locks it until the transaction ends. */
export async function stillHasPassword(tx: Tx, userId: string, verifier: string | null): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    select app.still_has_password(${userId}, ${verifier}) as holds`.execute(tx)
  return rows[0]!.holds === true
}
