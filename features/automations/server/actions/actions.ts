import type { Tx } from '#platform/server/db.ts'
import type { AutomationAction, AutomationRule } from '../../contract.ts'
import type { Found, RuleAction } from './action.ts'
import { assignToMeetHours } from './assign-to-meet-hours.ts'
import { createFromTemplate } from './create-from-template.ts'
import { publishAtRelease } from './publish-at-release.ts'
import { remind } from './remind.ts'

export const actions: Readonly<Record<AutomationAction, RuleAction>> = {
  create_from_template: createFromTemplate,
  publish_at_release: publishAtRelease,
  remind,
  assign_to_meet_hours: assignToMeetHours,
}

/** What a rule would change now: as much as one run may, without what was done, suggested or dismissed before. */
export async function findChanges(tx: Tx, rule: AutomationRule): Promise<Found[]> {
  const found = await actions[rule.action].find(tx, rule)
  if (found.length === 0) return []
  const known = await tx
    .selectFrom('automation_changes')
    .select('key')
    .where('school_id', '=', rule.school_id)
    .where('status', '<>', 'refused')
    .where(
      'key',
      'in',
      found.map(({ key }) => key),
    )
    .execute()
  const keys = new Set(known.map(({ key }) => key))
  return found.filter(({ key }) => !keys.has(key)).slice(0, rule.run_limit)
}
