import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Is the verifier that was looked at still the person's? Held until the transaction ends. */
export async function stillHasPassword(tx: Tx, userId: string, verifier: string | null): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    select app.still_has_password(${userId}, ${verifier}) as holds`.execute(tx)
  return rows[0]!.holds === true
}
