import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { answerBlocker } from '../../rules.ts'
import { factsOfEvaluation } from '../queries/facts-of-evaluation.ts'
import { lockEvaluation, written } from './lock-evaluation.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'

type Sent = {
  id: string
  version: number
  what: 'acknowledge' | 'reply' | 'dispute'
  reply: string | null
}

/** A student acknowledges their evaluation, replies to it, or disputes it, which sends it to the school. */
export async function answerEvaluation(tx: Tx, me: { userId: string }, sent: Sent) {
  const evaluation = await lockEvaluation(tx, sent)
  if (evaluation.student_id !== me.userId || evaluation.is_self)
    refuse(evaluationRefusals, refusal('evaluation.not_found'))
  refuseIf(evaluationRefusals, answerBlocker(evaluation.status, sent.what, sent.reply))
  const reply = sent.reply?.trim() || null
  const change = {
    acknowledge: { status: 'acknowledged' as const, ...(reply && { student_reply: reply }) },
    reply: { student_reply: reply },
    dispute: { status: 'disputed' as const, dispute_reason: reply },
  }[sent.what]
  const answered = await tx
    .updateTable('evaluations')
    .set(change)
    .where('id', '=', evaluation.id)
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  const facts = await factsOfEvaluation(tx, evaluation.id)
  const key = `${sent.what} ${answered.version}`
  if (sent.what === 'dispute') {
    const disputed = notification(notificationTexts, 'evaluation.disputed', facts)
    await notifyOfEvaluation(tx, evaluation.id, { audience: 'school', key }, disputed)
    await notifyOfEvaluation(tx, evaluation.id, { audience: 'evaluator', key }, disputed)
  } else if (reply)
    await notifyOfEvaluation(
      tx,
      evaluation.id,
      { audience: 'evaluator', key },
      notification(notificationTexts, 'evaluation.replied', facts),
    )
  return written(answered)
}
