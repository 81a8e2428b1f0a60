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

/** Corrected answers change the items of the plan that the first ones opened, unless it was signed. Without items, it is none. */
async function changeItems(tx: Tx, id: string, items: ReturnType<typeof planItems>): Promise<void> {
  const changed = JSON.stringify(items)
  await tx
    .updateTable('remediation_plans as p')
    .set({ items: changed })
    .where('p.id', '=', id)
    .where('p.items', '<>', changed)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('remediation_signatures as s').select('s.party').whereRef('s.plan_id', '=', 'p.id'),
        ),
      ),
    )
    .execute()
}

/** Opens the remediation plan that the answers call for, if any; never for a self-evaluation. */
async function openPlan(tx: Tx, evaluation: LockedEvaluation): Promise<boolean> {
  if (evaluation.is_self) return false
  const items = planItems(evaluation.content, evaluation.kind, evaluation.answers)
  const { id, school_id, student_id } = evaluation
  await changeItems(tx, id, items)
  if (items.length === 0) return false
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
  return Number(made) > 0
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
          { audience, key: 'plan', of: 'remediation_plans' },
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
