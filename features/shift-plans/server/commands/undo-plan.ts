import { refuseIf } from '#core/refusal.ts'
import { type Actor, removeShift } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { isOpen, undoBlocker } from '../../rules.ts'
import { findPlan } from '../queries/find-plan.ts'
import { lockAndReadPlan, lockPlan, type Seen } from './lock-plan.ts'
import { reopenPlan } from './write-plan.ts'

/** Deletes the drafts of a plan while all of them are still drafts, and reopens the plan. Running it twice changes nothing more. */
export async function undoPlan(tx: Tx, me: Actor, seen: Seen): Promise<void> {
  const held = await lockAndReadPlan(tx, seen.id)
  if (isOpen(held.status) && held.version > seen.version) return
  const record = await lockPlan(tx, seen)
  const drafts = await tx
    .selectFrom('shifts')
    .select(['id', 'version'])
    .where('id', 'in', record.committed_shift_ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const { no_longer_draft } = await findPlan(tx, record.id)
  refuseIf(shiftPlanRefusals, undoBlocker({ status: record.status, no_longer_draft }))
  for (const draft of drafts) await removeShift(tx, me, draft)
  await reopenPlan(tx, record)
}
