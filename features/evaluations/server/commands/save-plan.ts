import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { partiesOf } from '../../rules.ts'
import { factsOfEvaluation } from '../queries/facts-of-evaluation.ts'
import { findPlan } from './find-plan.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'

type Sent = { id: string; version: number; actions: string; due_on: PlainDate }

/**
 * Sets the actions and due date of a plan that no one has signed; asks the student and the school to sign. A school administrator who
 * writes it for faculty who left is its faculty member from then on.
 */
export async function savePlan(
  tx: Tx,
  me: Pick<Viewer, 'userId' | 'role'>,
  { id, version, actions, due_on }: Sent,
) {
  const plan = await findPlan(tx, id, version)
  if (!partiesOf(plan, { id: me.userId, role: me.role }).includes('faculty'))
    refuse(evaluationRefusals, refusal('plan.not_found'))
  if (plan.status !== 'open' || plan.signatures.length > 0) refuse(evaluationRefusals, refusal('plan.signed'))
  const { numUpdatedRows: saved } = await tx
    .updateTable('remediation_plans')
    .set({ actions, due_on, ...(plan.faculty_id !== me.userId && { faculty_id: me.userId }) })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (!saved) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  const values = { ...(await factsOfEvaluation(tx, id)), due: due_on }
  const asked = notification(notificationTexts, 'plan.to_sign', values)
  for (const audience of ['student', 'school'] as const)
    await notifyOfEvaluation(tx, id, { audience, key: 'plan to sign', of: 'remediation_plans' }, asked)
}
