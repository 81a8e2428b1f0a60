import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftPlanRefusals } from '../../messages.ts'
import { findRecord, type PlanRecord } from '../queries/find-plan.ts'

/** The version that the actor saw. */
export type Seen = { id: string; version: number }

/** Locks the row and reads it; throws NOT_FOUND if the actor may not see it. */
export async function lockAndReadPlan(tx: Tx, id: string): Promise<PlanRecord> {
  await tx.selectFrom('shift_plans').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  return findRecord(tx, id)
}

/** The same, and throws CONFLICT if the plan changed since the actor saw it. */
export async function lockPlan(tx: Tx, { id, version }: Seen): Promise<PlanRecord> {
  const record = await lockAndReadPlan(tx, id)
  if (record.version !== version) refuse(shiftPlanRefusals, refusal('shift_plan.old_version'))
  return record
}
