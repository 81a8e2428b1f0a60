import { publishShift, queueNotices } from '#features/shifts/server/public.ts'
import { reasonOf } from '../../messages.ts'
import { changeLabel } from '../../rules.ts'
import { listReleased } from '../queries/shifts-of-rule.ts'
import type { RuleAction } from '../rule-action.ts'

/** Publishes approved shifts of active semesters whose release time has come. */
export const publishAtRelease: RuleAction = {
  async find(tx, rule) {
    return (await listReleased(tx, rule)).map(({ id, version, name, date, seats }) => ({
      key: `publish ${id} ${version}`,
      entity_id: id,
      label: changeLabel(name, date),
      input: { version, to_be_named: rule.to_be_named },
      before: { status: 'Approved' },
      after: { status: 'Published', seats },
    }))
  },
  async executeChange(tx, me, { entity_id: id, input, rule_name: rule }) {
    const { version, to_be_named: toBeNamed } = input as { version: number; to_be_named: boolean }
    const { seats } = await publishShift(tx, me, { id, version, toBeNamed, reason: reasonOf(rule) })
    await queueNotices(tx, [id])
    return { status: 'Published', seats }
  },
}
