import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Actor } from '#features/shifts/server/public.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationChange, ChangeFacts } from '../../contract.ts'
import { automationRefusals, reasonOf, undoReasonOf } from '../../messages.ts'
import { changeBlocker, undoBlocker } from '../../rules.ts'
import { actions } from './find-changes.ts'

type Change = Pick<AutomationChange, 'id' | 'action' | 'status' | 'done_at' | 'entity_id' | 'rule_name'> & {
  after: ChangeFacts
  input: Record<string, unknown>
  student_id: string | null
  school_id: string
}

/** Performs one change with the command that people use, in the name of its rule. The audit trail and the change record the same. */
export async function executeChange(tx: Tx, me: Actor, id: string): Promise<void> {
  const change = await lockChange(tx, id)
  refuseIf(automationRefusals, changeBlocker(change, 'done'))
  await giveReason(tx, reasonOf(change.rule_name))
  await tx
    .updateTable('automation_changes')
    .set({ status: 'done', done_at: sql<string>`now()`, ...decided })
    .where('id', '=', id)
    .execute()
  const after = await actions[change.action].executeChange(tx, me, change)
  await tx
    .updateTable('automation_changes')
    .set({ after: JSON.stringify(after), ...decided })
    .where('id', '=', id)
    .execute()
}

/** Dismisses a suggestion, which is then not made again; or reopens it. */
export async function decide(tx: Tx, id: string, to: 'dismissed' | 'suggested'): Promise<void> {
  const change = await lockChange(tx, id)
  refuseIf(automationRefusals, changeBlocker(change, to))
  await tx
    .updateTable('automation_changes')
    .set({ status: to, ...decided })
    .where('id', '=', id)
    .execute()
}

/** Undoes a rule's change within 24 hours. The rule does not repeat it. */
export async function undoChange(tx: Tx, me: Actor, id: string): Promise<void> {
  const change = await lockChange(tx, id)
  refuseIf(automationRefusals, undoBlocker(change, new Date().toISOString()))
  await giveReason(tx, undoReasonOf(change.rule_name))
  await actions[change.action].undo!(tx, me, change)
  await tx
    .updateTable('automation_changes')
    .set({ status: 'undone', ...decided })
    .where('id', '=', id)
    .execute()
}

/** Who decided: the caller, or no one if a rule acts automatically. */
const decided = { decided_by: sql<string | null>`case when app.job_id() is null then app.uid() end` }

async function lockChange(tx: Tx, id: string): Promise<Change> {
  const found = await tx
    .selectFrom('automation_changes as x')
    .innerJoin('automation_rules as a', 'a.id', 'x.rule_id')
    .select(['x.id', 'x.done_at', 'x.entity_id', 'x.student_id', 'x.school_id', 'a.name as rule_name'])
    .select([
      sql<Change['action']>`x.action`.as('action'),
      sql<Change['status']>`x.status`.as('status'),
      sql<Change['after']>`coalesce(x.after, '{}')`.as('after'),
      sql<Change['input']>`x.input`.as('input'),
    ])
    .where('x.id', '=', id)
    .forNoKeyUpdate('x')
    .executeTakeFirst()
  return found ?? refuse(automationRefusals, refusal('automation.change_missing'))
}
