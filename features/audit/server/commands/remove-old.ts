import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Removes at most `batch` rows of each kind that are older than six years; for the worker's login. Returns how many. */
export async function removeOld(tx: Tx, batch: number): Promise<number> {
  const done = await sql<{ removed: number }>`
    select app.remove_old_access(${batch}::integer) as removed`.execute(tx)
  return done.rows[0]!.removed
}
