import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline } from '#platform/server/time-left.ts'
import { evaluationRefusals } from '../../messages.ts'
import { isReadyToVerify } from '../../rules.ts'
import { decideEvaluation } from './decide-evaluation.ts'
import { lockEvaluation } from './lock-evaluation.ts'

type Sent = { id: string; version: number }

/** A school verifies evaluations that pass every check, as many as time allows; none if one of them needs to be opened first. */
export async function verifyEvaluations(tx: Tx, me: { userId: string }, rows: readonly Sent[]) {
  // In a fixed order, so that two callers who verify the same evaluations never deadlock.
  const inOrder = rows.toSorted((a, b) => a.id.localeCompare(b.id))
  for (const sent of inOrder) {
    const evaluation = await lockEvaluation(tx, sent)
    if (!isReadyToVerify(evaluation))
      refuse(evaluationRefusals, refusal('evaluation.needs_a_look', { name: evaluation.student_name }))
  }
  const decided: Awaited<ReturnType<typeof decideEvaluation>>[] = []
  for (const sent of inOrder) {
    if (decided.length > 0 && isNearDeadline()) break
    decided.push(await decideEvaluation(tx, me, { ...sent, decision: 'verify', reason: null }))
  }
  return decided
}
