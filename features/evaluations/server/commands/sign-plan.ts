import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { evaluationRefusals } from '../../messages.ts'
import { partiesOf, signBlocker, signsAs } from '../../rules.ts'
import { findPlan } from './find-plan.ts'

/** Signs the version of a remediation plan that the signer read, for their party; each person can sign once. */
export async function signPlan(
  tx: Tx,
  me: Pick<Viewer, 'userId' | 'role'>,
  { id, version }: { id: string; version: number },
): Promise<void> {
  const plan = await findPlan(tx, id, version)
  const party = signsAs(plan, partiesOf(plan, { id: me.userId, role: me.role }))
  refuseIf(evaluationRefusals, signBlocker(plan, party))
  if (party === 'faculty' && plan.faculty_id !== me.userId)
    await tx.updateTable('remediation_plans').set({ faculty_id: me.userId }).where('id', '=', id).execute()
  const { school_id } = await tx
    .selectFrom('remediation_plans')
    .select('school_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows: made } = await tx
    .insertInto('remediation_signatures')
    .values({ plan_id: id, school_id, party: party!, signed_by: me.userId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirstOrThrow()
  if (!made) refuse(evaluationRefusals, refusal('plan.signed_already'))
}
