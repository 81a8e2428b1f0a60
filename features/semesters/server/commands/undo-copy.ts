import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { undoBlocker } from '../../rules/copying.ts'
import { lockCopy } from '../queries/list-copies.ts'
import { removeDrafts } from './remove-drafts.ts'

/**
 * Undoes a copy: deletes its drafts and marks it undone. Returns how many drafts were deleted, and how many shifts stay; a copy that was
 * undone before stays as it is.
 */
export async function undoCopy(
  tx: Tx,
  { id, drafts_only }: { id: string; drafts_only: boolean },
  undoRotations: (tx: Tx, copyId: string) => Promise<void>,
): Promise<{ removed: number; kept: number }> {
  const copy = await lockCopy(tx, id)
  const { no_longer_draft: kept, changed_shifts: shifts, drafts } = copy
  const blocker = undoBlocker(copy, Date.now(), drafts_only)
  if (blocker === 'undone') return { removed: 0, kept }
  if (blocker) refuse(semesterRefusals, refusal(`semester_copy.${blocker}`, { shifts, kept, drafts }))
  const removed = await removeDrafts(tx, sql`copy_id = ${id}`)
  await tx
    .updateTable('semester_copies')
    .set({ undone_at: sql<string>`now()`, undone_by: sql<string>`app.uid()` })
    .where('id', '=', id)
    .execute()
  await undoRotations(tx, id)
  return { removed, kept }
}
