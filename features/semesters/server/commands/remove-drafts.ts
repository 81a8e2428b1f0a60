import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Rows per statement, so that each stays well within the statement timeout on a busy machine. */
export const AT_ONCE = 500

/** Deletes the drafts among these shifts; returns how many. */
export async function removeDrafts(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  await discardCachedPlans(tx)
  for (let removed = 0; ;) {
    const { numAffectedRows } = await sql`delete from public.shifts where id in
      (select id from public.shifts where ${which} and status = 'draft' limit ${AT_ONCE})`.execute(tx)
    const some = Number(numAffectedRows ?? 0)
    removed += some
    if (some < AT_ONCE) return removed
  }
}

/**
 * Discards this connection's cached plans before many rows change. Foreign keys are checked row by row with a cached plan; one made while
 * the table was nearly empty would read the whole table for each of ten thousand rows.
 */
export async function discardCachedPlans(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx)
}
