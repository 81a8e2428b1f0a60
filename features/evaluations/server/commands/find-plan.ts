import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Plan } from '../../contract.ts'
import { evaluationRefusals } from '../../messages.ts'
import { findPlans } from '../queries/find-plans.ts'

/** Locks and finds a remediation plan for a change; refuses if the caller can't see it, or if it changed since they loaded it. */
export async function findPlan(tx: Tx, id: string, version: number): Promise<Plan> {
  // Signers may not lock the row, and a change must see every signature.
  await sql`select pg_advisory_xact_lock(hashtextextended('remediation plan ' || ${id}, 0))`.execute(tx)
  const [plan] = await findPlans(tx, { ids: [id] })
  if (!plan) refuse(evaluationRefusals, refusal('plan.not_found'))
  if (plan.version !== version) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  return plan
}
