import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Role } from '#core/roles.ts'
import { semesterRefusals } from '../../messages.ts'
import { lifecycleNow, reopenBlocker } from '../../rules.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Reopens a closed semester for grading; the database checks the caller again, and notes who and when. */
export async function reopenSemester(tx: Tx, seen: Seen, role: Role, reason: string): Promise<void> {
  const held = await lockSeen(tx, seen)
  refuseIf(semesterRefusals, reopenBlocker(role, lifecycleNow(held)))
  await giveReason(tx, reason)
  await tx
    .updateTable('semesters')
    .set({ reopened_at: sql<string>`now()`, reopen_reason: reason })
    .where('id', '=', held.id)
    .execute()
}
