import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Plan } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { findPlans } from '../queries/find-plans.ts'

/** Finds a remediation plan for a change; refuses if the caller can't see it, or if it changed since they loaded it. */
export async function findPlan(tx: Tx, id: string, version?: number): Promise<Plan> {
  const [plan] = await findPlans(tx, { ids: [id] })
  if (!plan) refuse(evaluationRefusals, refusal('plan.not_found'))
  if (version !== undefined && plan.version !== version)
    refuse(evaluationRefusals, refusal('evaluation.old_version'))
  return plan
}
