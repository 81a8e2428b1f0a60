import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { publishShift, queueNotices } from '#features/shifts/server/public.ts'
import { changeLabel, reasonOf } from '../../messages.ts'
import type { RuleAction } from './action.ts'
import { isAhead, ofRule, shiftName } from './shifts-of-rule.ts'

type Due = { id: string; version: number; name: string; date: PlainDate; seats: number }

/** Approved shifts of active semesters whose release has come. */
export const publishAtRelease: RuleAction = {
  async find(tx, rule) {
    const { rows } = await sql<Due>`
      select x.id, x.version, ${shiftName} as name, x.date, coalesce(x.approved_capacity, x.capacity) as seats
      from public.shifts x join public.semesters t on t.id = x.semester_id and t.school_id = x.school_id
      where ${ofRule(rule)} and ${isAhead(rule)} and x.status = 'approved' and t.is_active
        and coalesce((t.settings ->> 'release_at')::timestamptz, '-infinity') <= now()
      order by x.starts_at, x.id limit 500`.execute(tx)
    return rows.map(({ id, version, name, date, seats }) => ({
      key: `publish ${id} ${version}`,
      entity_id: id,
      label: changeLabel(name, date),
      input: { version, to_be_named: rule.to_be_named },
      before: { status: 'Approved' },
      after: { status: 'Published', seats },
    }))
  },
  async carryOut(tx, me, { entity_id: id, input, rule_name: rule }) {
    const { version, to_be_named: toBeNamed } = input as { version: number; to_be_named: boolean }
    const { seats } = await publishShift(tx, me, { id, version, toBeNamed, reason: reasonOf(rule) })
    await queueNotices(tx, [id])
    return { status: 'Published', seats }
  },
}
