import type { Tx } from '#platform/server/db.ts'
import type { AutomationAction, AutomationRule } from '../../contract.ts'
import type { Found, EarlierResults, RuleAction } from '../rule-action.ts'
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
  const known = await loadKnown(tx, rule)
  const found = await actions[rule.action].find(tx, rule, known)
  const fresh = found.filter(({ key }) => !known.keys.has(key))
  const isRefused = ({ key }: Found) => Number(known.refused.has(key))
  return fresh.toSorted((a, b) => isRefused(a) - isRefused(b)).slice(0, rule.run_limit)
}

async function loadKnown(tx: Tx, rule: AutomationRule): Promise<EarlierResults> {
  const rows = await tx
    .selectFrom('automation_changes')
    .select(['key', 'status', 'student_id'])
    .where('school_id', '=', rule.school_id)
    .where('action', '=', rule.action)
    .execute()
  const keys = new Set(rows.filter(({ status }) => status !== 'refused').map(({ key }) => key))
  return {
    keys,
    refused: new Set(rows.map(({ key }) => key).filter((key) => !keys.has(key))),
    students: new Set(
      rows.flatMap(({ status, student_id: id }) => (status === 'suggested' && id !== null ? [id] : [])),
    ),
  }
}
