import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { EvaluationStatus } from '../../contract.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { decisionBlocker } from '../../rules.ts'
import { factsOfEvaluation } from '../queries/facts-of-evaluation.ts'
import { lockEvaluation, type LockedEvaluation, written } from './lock-evaluation.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'
import { voidPlan } from './void-plan.ts'

type Decision = 'verify' | 'return' | 'void'
type Sent = { id: string; version: number; decision: Decision; reason: string | null }
type Change = {
  status: EvaluationStatus
  dispute_answer?: string | null
  returned_reason?: string
  void_reason?: string
}

async function step(tx: Tx, id: string, change: Change) {
  const [row] = await tx
    .updateTable('evaluations')
    .set(change)
    .where('id', '=', id)
    .returning(['id', 'status', 'version'])
    .execute()
  return row ?? refuse(evaluationRefusals, refusal('evaluation.not_found'))
}

async function notifyAll(
  tx: Tx,
  evaluation: LockedEvaluation,
  { decision, reason }: Sent,
  version: number,
): Promise<void> {
  const facts = { ...(await factsOfEvaluation(tx, evaluation.id)), reason: reason ?? '' }
  const key = `${decision} ${version}`
  const evaluator = { audience: 'evaluator', key } as const
  if (decision === 'return')
    return notifyOfEvaluation(
      tx,
      evaluation.id,
      evaluator,
      notification(notificationTexts, 'evaluation.returned', facts),
    )
  const student = { audience: 'student', key } as const
  if (decision === 'verify')
    return notifyOfEvaluation(
      tx,
      evaluation.id,
      student,
      notification(notificationTexts, 'evaluation.verified', facts),
    )
  const voided = notification(notificationTexts, 'evaluation.voided', facts)
  await notifyOfEvaluation(tx, evaluation.id, evaluator, voided)
  // A student who never saw the evaluation isn't notified.
  if (evaluation.status !== 'draft' && evaluation.status !== 'assigned' && evaluation.status !== 'overdue')
    await notifyOfEvaluation(tx, evaluation.id, student, voided)
}

/** A school verifies an evaluation, returns it to its author, or voids it. */
export async function decideEvaluation(tx: Tx, me: { userId: string }, sent: Sent) {
  const evaluation = await lockEvaluation(tx, sent)
  if (evaluation.evaluator_id === me.userId || evaluation.student_id === me.userId)
    refuse(evaluationRefusals, refusal('evaluation.not_found'))
  const reason = sent.reason?.trim() ?? ''
  refuseIf(evaluationRefusals, decisionBlocker(evaluation.status, sent.decision, reason))
  if (sent.decision !== 'void' && evaluation.status !== 'under_verification')
    await step(tx, evaluation.id, { status: 'under_verification' })
  const change = {
    verify: { status: 'verified', dispute_answer: reason || null },
    return: { status: 'returned', returned_reason: reason },
    void: { status: 'voided', void_reason: reason },
  } as const satisfies Record<Decision, Change>
  const decided = await step(tx, evaluation.id, change[sent.decision])
  if (sent.decision === 'void') await voidPlan(tx, evaluation.id)
  await notifyAll(tx, evaluation, { ...sent, reason }, decided.version)
  return written(decided)
}
