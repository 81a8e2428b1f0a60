import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { removeDrafts } from './remove-semester.ts'

/** Undoes a copy: deletes its drafts and marks it undone; returns how many drafts were deleted. */
export async function undoCopy(tx: Tx, id: string): Promise<number> {
  const removed = await removeDrafts(tx, sql`copy_id = ${id}`)
  await tx
    .updateTable('semester_copies')
    .set({ undone_at: sql<string>`now()`, undone_by: sql<string>`app.uid()` })
    .where('id', '=', id)
    .execute()
  return removed
}
