import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Blackout, FacilityEvent } from '../../contract.ts'
import { eventColumns, pathTo } from './in-sql.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

export type Operations = {
  counts: { organizations: number; sites: number; units: number; paused: number }
  paused: {
    id: string
    name: string
    path: string
    since: string | null
    reason: string | null
    upcoming_shifts: number
  }[]
  blackouts: (Blackout & { id: string; name: string; path: string })[]
  events: FacilityEvent[]
}

/** What needs attention across all facilities: paused units, days off within 60 days, and the latest events. */
export async function getOperations(tx: Tx): Promise<Operations> {
  const counts = await sql<Operations['counts']>`
    select count(*) filter (where kind = 'organization') as organizations, count(*) filter (where kind = 'site') as sites,
      count(*) filter (where kind = 'unit') as units, count(*) filter (where status = 'paused') as paused
    from public.facilities where status in ('active', 'paused')`.execute(tx)
  const paused = await sql<Operations['paused'][number]>`
    select f.id, f.name, ${pathTo(sql`f.id`)} as path, e.at as since, e.reason, (select count(*)::integer from ${upcomingShiftsAt(sql`f.id`)} x) as upcoming_shifts
    from public.facilities f left join lateral (select e.at, e.reason from public.facility_events e
      where e.facility_id = f.id and e.to_status = 'paused' and e.from_status is distinct from 'paused' order by e.at desc, e.id desc limit 1) e on true
    where f.status = 'paused' order by e.at nulls first, f.name limit 50`.execute(tx)
  const blackouts = await sql<Operations['blackouts'][number]>`
    select f.id, f.name, ${pathTo(sql`f.id`)} as path, b ->> 'from' as "from", b ->> 'to' as "to", b ->> 'reason' as reason
    from public.units u join public.facilities f on f.id = u.id, jsonb_array_elements(u.blackout) b
    where f.status in ('active', 'paused') and (b ->> 'to')::date >= (now() at time zone f.time_zone)::date
      and (b ->> 'from')::date <= (now() at time zone f.time_zone)::date + 60
    order by b ->> 'from', f.name limit 50`.execute(tx)
  const events =
    await sql<FacilityEvent>`select ${eventColumns} order by e.at desc, e.id desc limit 30`.execute(tx)
  return { counts: counts.rows[0]!, paused: paused.rows, blackouts: blackouts.rows, events: events.rows }
}
