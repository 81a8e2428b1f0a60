import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { evaluationRefusals, notificationTexts } from '../../messages.ts'
import { closeBlocker, partiesOf } from '../../rules.ts'
import { factsOfEvaluation } from '../queries/facts-of-evaluation.ts'
import { findPlan } from './find-plan.ts'
import { notifyOfEvaluation } from './notify-of-evaluation.ts'

type Sent = { id: string; version: number; result: 'met' | 'not_met'; note: string | null }

/** Closes a remediation plan that all three parties signed, as met or not met. */
export async function closePlan(
  tx: Tx,
  me: Pick<Viewer, 'userId' | 'role'>,
  { id, version, result, note }: Sent,
): Promise<void> {
  const plan = await findPlan(tx, id, version)
  const parties = partiesOf(plan, { id: me.userId, role: me.role })
  if (!parties.some((party) => party !== 'student')) refuse(evaluationRefusals, refusal('plan.not_found'))
  refuseIf(evaluationRefusals, closeBlocker(plan, result, note))
  const { numUpdatedRows: closed } = await tx
    .updateTable('remediation_plans')
    .set({ status: result, result_note: note?.trim() || null })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  if (!closed) refuse(evaluationRefusals, refusal('evaluation.old_version'))
  const values = { ...(await factsOfEvaluation(tx, id)), result }
  const to = { audience: 'student', key: 'plan closed', of: 'remediation_plans' } as const
  await notifyOfEvaluation(tx, id, to, notification(notificationTexts, 'plan.closed', values))
}
