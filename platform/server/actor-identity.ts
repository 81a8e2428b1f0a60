import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * Who makes the request, as PostgreSQL knows it: `id` is the person acted as, `real_id` the person really signed in; role '' means not
 * approved.
 */
export type ActorIdentity = { id: string; real_id: string; role: string }

/** The person whose session the transaction has. */
export async function findActor(tx: Tx): Promise<ActorIdentity> {
  const { rows } = await sql<ActorIdentity>`
    select app.uid() as id, app.real_uid() as real_id, coalesce(app.role(), '') as role`.execute(tx)
  return rows[0]!
}
