import { sql } from 'kysely'
import { rosterStates, undecidedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { UnitSeats } from '../../contract.ts'

/** Seats in the coming weeks that each unit gave and that schools are waiting for, most first. */
export async function seatsByUnit(tx: Tx, weeks: number): Promise<UnitSeats[]> {
  const { rows } = await sql<UnitSeats>`
    select u.id, u.name as unit, p.name as site,
      coalesce(sum(coalesce(x.approved_capacity, x.capacity)) filter (where x.status not in ${listed(undecidedStates)}), 0)::integer as approved,
      coalesce(sum(x.capacity) filter (where x.status in ${listed(undecidedStates)}), 0)::integer as waiting
    from public.facilities u
    left join public.facilities p on p.id = u.parent_id
    left join public.shifts x on x.facility_id = u.id and x.starts_at between now() and now() + make_interval(weeks => ${weeks})
      and x.status in ${listed(rosterStates)}
    where u.kind = 'unit' and u.status = 'active' and u.id in (select app.facility_scope((select app.selected_facility_id())))
    group by u.id, u.name, p.name order by approved desc, waiting desc, p.name, u.name`.execute(tx)
  return rows
}
