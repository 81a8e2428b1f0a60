import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { spanIn } from './in-sql.ts'
import { hardRoom, type LimitFacts, type AlternativeRoom } from '../../rules.ts'
import type { PlanChange } from './plan-change.ts'

/** How many units are offered instead. */
const MAX_UNITS = 3

type Found = {
  unit: string
  beside: { name: string; facts: LimitFacts }[]
  weeks: { date: PlainDate; facts: LimitFacts }[]
}

/**
 * Where there would be room for this many seats, computed only for a refusal: up to three units of the same site and specialty at that
 * time, and the first of the next three weeks in which the unit itself has room. Null if there is none.
 */
export async function findAlternativeRoom(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<AlternativeRoom | null> {
  const changed = sql`${JSON.stringify(plan)}::jsonb`
  const { rows } = await sql<Found>`
    with p as materialized (select (jsonb_populate_record(x, ${changed})).* from public.shifts x where x.id = ${id}::uuid),
    beside as materialized (
      select f.id, f.name from p join public.facilities home on home.id = p.facility_id join public.units mine on mine.id = home.id
      join public.facilities f on f.parent_id = home.parent_id and f.kind = 'unit' and f.status = 'active' and f.id <> home.id
      join public.units u on u.id = f.id and u.specialty = mine.specialty order by f.name, f.id limit 12),
    weeks as (
      select t.starts_at, t.ends_at, p.date + 7 * n.week as date
      from p cross join generate_series(1, 3) n (week)
      cross join lateral ${spanIn({ date: sql`(p.date + 7 * n.week)`, start: sql`p.start_time`, end: sql`p.end_time`, zone: sql`p.time_zone` })} t
      cross join lateral app.facts_of_plan(p.id, '{}') k
      where p.date + 7 * n.week between (k.term ->> 'start_date')::date and (k.term ->> 'end_date')::date)
    select (select f.name from public.facilities f where f.id = p.facility_id) as unit,
      coalesce((select jsonb_agg(jsonb_build_object('name', b.name, 'facts',
        app.limits_of_plan(${id}::uuid, ${changed} || jsonb_build_object('facility_id', b.id))) order by b.name, b.id) from beside b), '[]') as beside,
      coalesce((select jsonb_agg(jsonb_build_object('date', w.date, 'facts', app.limits_of_plan(${id}::uuid,
        ${changed} || jsonb_build_object('date', w.date, 'starts_at', w.starts_at, 'ends_at', w.ends_at))) order by w.date) from weeks w), '[]') as weeks
    from p`.execute(tx)
  const [found] = rows
  if (!found) return null
  const hasRoom = ({ facts }: { facts: LimitFacts }) => hardRoom(facts) >= seats
  const units = found.beside.filter(hasRoom).slice(0, MAX_UNITS)
  const day = found.weeks.find(hasRoom)?.date ?? null
  if (units.length === 0 && day === null) return null
  return { units: units.map(({ name }) => name), day, unit: found.unit }
}
