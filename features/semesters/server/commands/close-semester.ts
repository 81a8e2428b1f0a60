import { refuseIf } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { closeBlocker } from '../../rules.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Closes a reopened semester again. */
export async function closeSemester(tx: Tx, seen: Seen, role: Role): Promise<void> {
  const held = await lockSeen(tx, seen)
  refuseIf(semesterRefusals, closeBlocker(role, held.reopened_at !== null))
  await tx
    .updateTable('semesters')
    .set({ reopened_at: null, reopened_by: null, reopen_reason: null })
    .where('id', '=', held.id)
    .execute()
}
