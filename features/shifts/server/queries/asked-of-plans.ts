import { sql } from 'kysely'
import type { AgreementGap } from '#features/partnerships/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import { type CountedLimit, countedLimits, type LimitFacts, type ShiftPlan } from '../../rules.ts'

type Asked = { limits: CountedLimit[]; late: AgreementGap | null }
type Plan = { key: string } & Partial<ShiftPlan> &
  Pick<ShiftPlan, 'capacity' | 'facility_id'> & { school_id: string }

/** For unsaved shifts, by key and in one statement: the limits on their seats, and why their agreement would refuse them today. */
export async function askedOfPlans(tx: Tx, plans: readonly Plan[]): Promise<Map<string, Asked>> {
  if (plans.length === 0) return new Map()
  const { rows } = await sql<{
    key: string
    facts: LimitFacts
    cover: AgreementGap | null
    capacity: number
  }>`
    select p ->> 'key' as key, (p ->> 'capacity')::integer as capacity, app.limits_of_plan(null, p) as facts, c.facts || jsonb_build_object('reason', c.reason) as cover
    from jsonb_array_elements(${JSON.stringify(plans)}::jsonb) p
    left join lateral app.partnership_covers(p, (p ->> 'capacity')::integer, true) c on p ->> 'facility_id' is not null and c.covers is not true`.execute(
    tx,
  )
  return new Map(
    rows.map(({ key, facts, cover, capacity }) => [
      key,
      { limits: countedLimits(facts, capacity), late: cover },
    ]),
  )
}
