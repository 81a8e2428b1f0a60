import { sql } from 'kysely'
import { endStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { spanIn } from './in-sql.ts'
import { type Candidate, hardRoom, type LimitFacts } from '../../rules.ts'

/** How many similar units are checked, each on a few days. */
const MAX_UNITS = 12

/**
 * Where the shift could be held instead: active units of its specialty that its school has under agreement (for a facility: its own), on
 * its day and days around it in its semester, with the seats that the limits leave there. Days on which its series already has a shift are
 * left out. Row-level security and `limits_of_plan` decide what the caller may know.
 */
export async function listWindows(
  tx: Tx,
  { id, days, role }: { id: string; days: readonly number[]; role: string },
): Promise<{ shift: Asked | undefined; candidates: Candidate[] }> {
  const { rows } = await sql<Asked>`
    select x.facility_id, f.parent_id as site_id, x.date, coalesce(x.approved_capacity, x.capacity) as seats
    from public.shifts x join public.facilities f on f.id = x.facility_id where x.id = ${id}::uuid`.execute(
    tx,
  )
  const [shift] = rows
  if (!shift) return { shift: undefined, candidates: [] }
  const own =
    role === 'facility_admin'
      ? sql`f.id in (select app.facility_scope(app.facility_id()))`
      : sql`f.id in (select app.partner_facilities(x.school_id))`
  // A school submits again, and an agreement may require a lead time.
  const inTime =
    role === 'facility_admin'
      ? sql`true`
      : sql`exists (select 1 from app.partnership_covers(jsonb_build_object('school_id', x.school_id, 'facility_id', l.id, 'date', x.date + d.days, 'experience_type', x.experience_type), p_is_submission => true) c where c.covers)`
  const found = await sql<Omit<Candidate, 'seats'> & { facts: LimitFacts }>`
    with x as materialized (select x.* from public.shifts x where x.id = ${id}::uuid),
    like_it as materialized (
      select f.id, f.name, f.parent_id, f.time_zone, p.name as site_name from x join public.units mine on mine.id = x.facility_id
      join public.units u on u.specialty = mine.specialty
      join public.facilities f on f.id = u.id and f.status = 'active' and ${own}
      left join public.facilities p on p.id = f.parent_id
      order by f.id <> x.facility_id, f.parent_id is distinct from (select h.parent_id from public.facilities h where h.id = x.facility_id), f.name, f.id
      limit ${MAX_UNITS})
    select l.id as facility_id, l.name as unit_name, l.parent_id as site_id, l.site_name, x.date + d.days as date,
      to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
      app.limits_of_plan(x.id, jsonb_build_object('facility_id', l.id, 'date', x.date + d.days, 'starts_at', t.starts_at, 'ends_at', t.ends_at)) as facts
    from x cross join like_it l cross join unnest(${days}::integer[]) d (days)
    cross join lateral ${spanIn({ date: sql`(x.date + d.days)`, start: sql`x.start_time`, end: sql`x.end_time`, zone: sql`l.time_zone` })} t
    cross join lateral app.facts_of_plan(x.id, '{}') k
    where x.date + d.days between (k.term ->> 'start_date')::date and (k.term ->> 'end_date')::date
      and t.starts_at > now() and not (d.days = 0 and l.id = x.facility_id) and ${inTime}
      and not exists (select from public.shifts o where o.series_id = x.series_id and o.school_id = x.school_id and o.id <> x.id
        and o.date = x.date + d.days and o.status <> all (${[...endStates]}::text[]))`.execute(tx)
  return { shift, candidates: found.rows.map(({ facts, ...one }) => ({ ...one, seats: hardRoom(facts) })) }
}

type Asked = { facility_id: string; site_id: string | null; date: string; seats: number }
