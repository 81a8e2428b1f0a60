import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { planItems, resultOf } from '#features/instruments/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline } from '#platform/server/time-left.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { failedChecks, submitBlocker } from '../../rules.ts'
import { factsOfEvaluation, presenceOf } from '../queries/facts-of-evaluation.ts'
import { findProject } from '../queries/find-project.ts'
import { lockEvaluation, type LockedEvaluation, written } from './lock-evaluation.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'
import type { Evaluator } from './save-evaluation.ts'
import { voidPlan } from './void-plan.ts'

/**
 * Opens the remediation plan that the answers call for, if any; never for a self-evaluation. One that an earlier submission opened follows:
 * its items change until someone signs it, and it is void if nothing calls for it. A new version replaces the plan of the old one.
 */
async function openPlan(tx: Tx, evaluation: LockedEvaluation): Promise<boolean> {
  const items = evaluation.is_self ? [] : planItems(evaluation.content, evaluation.kind, evaluation.answers)
  const { id, school_id, student_id } = evaluation
  if (evaluation.amendment_of) await voidPlan(tx, evaluation.amendment_of)
  if (items.length === 0) {
    await voidPlan(tx, id)
    return false
  }
  // The preceptor evaluates, but the project's faculty member leads the plan.
  const faculty_id = evaluation.project_id
    ? (await findProject(tx, evaluation.project_id))?.faculty_id
    : evaluation.evaluator_id
  if (!faculty_id) return false
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('remediation_plans')
    .values({ id, school_id, student_id, faculty_id, items: JSON.stringify(items) })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  if (made) return true
  const again = tx.updateTable('remediation_plans').where('id', '=', id)
  await again
    .set({ items: JSON.stringify(items) })
    .where('status', 'in', ['open', 'void'])
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('remediation_signatures').select('party').where('plan_id', '=', id))),
    )
    .execute()
  const { numUpdatedRows: reopened } = await again
    .set({ status: 'open' })
    .where('status', '=', 'void')
    .executeTakeFirstOrThrow()
  return Number(reopened) > 0
}

/** Submits one evaluation: stores its result and checks, and notifies its student. */
async function submitOne(tx: Tx, me: Evaluator, evaluation: LockedEvaluation) {
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
    await notifyOfEvaluation(
      tx,
      evaluation.id,
      { audience: 'student', key },
      notification(notificationTexts, 'evaluation.submitted', facts),
    )
    const opened = notification(notificationTexts, 'plan.opened', facts)
    if (hasPlan)
      // Without a project, the evaluator leads the plan.
      for (const audience of evaluation.project_id ? (['school', 'faculty'] as const) : (['school'] as const))
        await notifyOfEvaluation(
          tx,
          evaluation.id,
          { audience, key: `plan ${submitted.version}`, of: 'remediation_plans' },
          opened,
        )
  }
  return written(submitted)
}

/** Submits evaluations, as many as time allows; none if one is incomplete. The refusal names the first such student and the items. */
export async function submitEvaluations(
  tx: Tx,
  me: Evaluator,
  rows: readonly { id: string; version: number }[],
) {
  const complete: LockedEvaluation[] = []
  // In a fixed order, so that two callers who submit the same evaluations never deadlock.
  for (const row of rows.toSorted((a, b) => a.id.localeCompare(b.id))) {
    const evaluation = await lockEvaluation(tx, row)
    refuseIf(evaluationRefusals, submitBlocker(evaluation, evaluation.content))
    complete.push(evaluation)
  }
  const submitted = []
  for (const evaluation of complete) {
    if (submitted.length > 0 && isNearDeadline()) break
    submitted.push(await submitOne(tx, me, evaluation))
  }
  return submitted
}
