import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AutomationAction, AutomationRule } from '../../contract.ts'
import type { Found, RuleAction } from '../rule-action.ts'
import { assignToMeetHours } from './assign-to-meet-hours.ts'
import { createFromTemplate } from './create-from-template.ts'
import { escalateCredential } from './escalate-credential.ts'
import { publishAtRelease } from './publish-at-release.ts'
import { remind } from './remind.ts'

export const actions: Readonly<Record<AutomationAction, RuleAction>> = {
  create_from_template: createFromTemplate,
  publish_at_release: publishAtRelease,
  remind,
  assign_to_meet_hours: assignToMeetHours,
  escalate_credential: escalateCredential,
}

/**
 * What a rule would change now, up to the limit of one run; excludes what was done, suggested or
 * dismissed before. Previously refused changes come last, so that they do not hold up others.
 */
export async function findChanges(tx: Tx, rule: AutomationRule): Promise<Found[]> {
  const found = await actions[rule.action].find(tx, rule)
  const known = await statusesOf(tx, rule, found)
  const fresh = found.filter(({ key }) => (known.get(key) ?? 'refused') === 'refused')
  const isRefused = ({ key }: Found) => Number(known.has(key))
  return fresh.toSorted((a, b) => isRefused(a) - isRefused(b)).slice(0, rule.run_limit)
}

/** The status of each change that rules with this action made earlier, by its key; 'refused' only if it never went through. */
async function statusesOf(
  tx: Tx,
  rule: AutomationRule,
  found: readonly Found[],
): Promise<Map<string, string>> {
  if (found.length === 0) return new Map()
  const rows = await tx
    .selectFrom('automation_changes')
    .select(['key', 'status'])
    .where('school_id', '=', rule.school_id)
    .where('action', '=', rule.action)
    .where(sql<boolean>`key = any (${found.map(({ key }) => key)}::text[])`)
    .orderBy(sql`status <> 'refused'`)
    .execute()
  return new Map(rows.map(({ key, status }) => [key, status]))
}
