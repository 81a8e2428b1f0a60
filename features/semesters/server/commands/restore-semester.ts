import type { Tx } from '#platform/server/db.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Takes a semester out of the archive; it stays inactive. */
export async function restoreSemester(tx: Tx, seen: Seen): Promise<void> {
  const held = await lockSeen(tx, seen)
  await tx.updateTable('semesters').set({ archived_at: null }).where('id', '=', held.id).execute()
}
