import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'

/** Deletes a semester and the drafts in it; returns how many drafts went with it. */
export async function removeSemester(tx: Tx, id: string): Promise<number> {
  const removed = await removeDrafts(tx, sql`semester_id = ${id}`)
  await tx.deleteFrom('semesters').where('id', '=', id).execute()
  return removed
}

/** So many rows a statement: each stays well within the time that one statement has, also on a machine that is slow and busy. */
export const AT_ONCE = 500

/** Deletes the drafts among some shifts; returns how many. */
export async function removeDrafts(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  await planAnew(tx)
  for (let removed = 0; ;) {
    const { numAffectedRows } = await sql`delete from public.shifts where id in
      (select id from public.shifts where ${which} and status = 'draft' limit ${AT_ONCE})`.execute(tx)
    const some = Number(numAffectedRows ?? 0)
    removed += some
    if (some < AT_ONCE) return removed
  }
}

/**
 * Forgets the plans of this connection before many rows change. Keys are checked row by row with a plan that PostgreSQL
 * keeps; one made while the table was nearly empty would read the whole table for each of ten thousand rows.
 */
export async function planAnew(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx)
}
