import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Who asks, as PostgreSQL knows them: the person whose eyes these are, and the one who really sits there; no role: not approved. */
export type Asker = { id: string; real_id: string; role: string }

/** The person behind the transaction's session. */
export async function findAsker(tx: Tx): Promise<Asker> {
  const { rows } = await sql<Asker>`
    select app.uid() as id, app.real_uid() as real_id, coalesce(app.role(), '') as role`.execute(tx)
  return rows[0]!
}
