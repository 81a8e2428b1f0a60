import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Closes a reopened semester again. */
export async function closeSemester(tx: Tx, seen: Seen): Promise<void> {
  const held = await lockSeen(tx, seen)
  if (held.reopened_at === null) refuse(semesterRefusals, refusal('semester.not_reopened'))
  await tx
    .updateTable('semesters')
    .set({ reopened_at: null, reopened_by: null, reopen_reason: null })
    .where('id', '=', held.id)
    .execute()
}
