import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationRule } from '../../contract.ts'
import { automationRefusals } from '../../messages.ts'
import { findRule } from '../queries/list-rules.ts'

/** Locks a rule and reads it; throws NOT_FOUND if the actor may not change it, and refuses if it changed since the caller read it. */
export async function lockRule(
  tx: Tx,
  { id, version }: { id: string; version?: number },
): Promise<AutomationRule> {
  const rows = await tx
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute()
  if (rows.length === 0) refuse(automationRefusals, refusal('automation.missing'))
  const rule = await findRule(tx, id)
  refuseIf(
    automationRefusals,
    version === undefined || version === rule.version ? null : refusal('automation.old_version'),
  )
  return rule
}
