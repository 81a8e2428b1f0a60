import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals } from '../../messages.ts'
import { isReadyToVerify } from '../../rules.ts'
import { decideEvaluation } from './decide-evaluation.ts'
import { lockEvaluation } from './lock-evaluation.ts'

type Sent = { id: string; version: number }

/** A school verifies evaluations that pass every check, all of them or none; one that needs a look is opened by itself. */
export async function verifyEvaluations(tx: Tx, me: { userId: string }, rows: readonly Sent[]) {
  const decided: Awaited<ReturnType<typeof decideEvaluation>>[] = []
  // In one order for everyone: two who verify the same evaluations at once do not wait for each other.
  for (const sent of rows.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const evaluation = await lockEvaluation(tx, sent)
    if (!isReadyToVerify(evaluation))
      refuse(evaluationRefusals, refusal('evaluation.needs_a_look', { name: evaluation.student_name }))
    decided.push(await decideEvaluation(tx, me, { ...sent, decision: 'verify', reason: null }))
  }
  return decided
}
