import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { planItems, resultOf } from '#features/instruments/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { failedChecks, submitBlocker } from '../../rules.ts'
import { factsOfEvaluation, presenceOf } from '../queries/facts-of-evaluation.ts'
import { lockEvaluation, type LockedEvaluation, written } from './lock-evaluation.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'

/** Opens the remediation plan that the answers ask for; none where they ask for none, or for what students say of themselves. */
async function openPlan(tx: Tx, evaluation: LockedEvaluation): Promise<boolean> {
  const items = evaluation.is_self ? [] : planItems(evaluation.content, evaluation.kind, evaluation.answers)
  if (items.length === 0) return false
  const { id, school_id, student_id, evaluator_id } = evaluation
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('remediation_plans')
    .values({ id, school_id, student_id, faculty_id: evaluator_id, items: JSON.stringify(items) })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  return Number(made) > 0
}

/** Submits one evaluation: its result and checks are kept with it, and its student is notified. */
async function submitOne(tx: Tx, me: { userId: string }, sent: { id: string; version: number }) {
  const evaluation = await lockEvaluation(tx, sent)
  refuseIf(evaluationRefusals, submitBlocker(evaluation, evaluation.content))
  const { outcome, score, most } = resultOf(evaluation.content, evaluation.answers)
  const failed_checks = failedChecks(evaluation, evaluation.content, await presenceOf(tx, me, evaluation))
  const submitted = await tx
    .updateTable('evaluations')
    .set({ status: 'submitted', outcome, score, most, failed_checks })
    .where('id', '=', evaluation.id)
    .returning(['id', 'status', 'version'])
    .executeTakeFirstOrThrow()
  const hasPlan = await openPlan(tx, evaluation)
  if (!evaluation.is_self) {
    const facts = await factsOfEvaluation(tx, evaluation.id)
    const key = `submitted ${submitted.version}`
    await notifyOfEvaluation(tx, evaluation.id, { audience: 'student', key }, notification(notificationTexts, 'evaluation.submitted', facts)) // prettier-ignore
    if (hasPlan)
      await notifyOfEvaluation(tx, evaluation.id, { audience: 'school', key: 'plan' }, notification(notificationTexts, 'plan.opened', facts)) // prettier-ignore
  }
  return written(submitted)
}

/** Submits evaluations, all of them or none: the first that is not complete names its student and its items. */
export async function submitEvaluations(
  tx: Tx,
  me: { userId: string },
  rows: readonly { id: string; version: number }[],
) {
  const submitted = []
  // In one order, so that two who submit the same never wait for each other.
  for (const row of rows.toSorted((a, b) => a.id.localeCompare(b.id)))
    submitted.push(await submitOne(tx, me, row))
  return submitted
}
