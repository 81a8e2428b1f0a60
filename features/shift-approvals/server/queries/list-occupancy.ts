import { sql } from 'kysely'
import { capstoneDaysAtUnits } from '#features/facilities/server/public.ts'
import { standingStates, undecidedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { Occupancy } from '../../contract.ts'
import { within } from './within.ts'

/** How full each unit is on each day with shifts, requests or capstone students: seats at the busiest moment. */
export async function listOccupancy(
  tx: Tx,
  span: { from: string; to: string; facility_id?: string | undefined },
): Promise<Occupancy[]> {
  const { rows } = await sql<Occupancy>`
    with near as materialized (
      select x.id, x.facility_id, x.date, x.starts_at, x.ends_at, x.status, coalesce(x.approved_capacity, x.capacity) as seats, x.seats_taken
      from public.shifts x where ${within(span.facility_id)} and x.date between ${span.from}::date - 1 and ${span.to}::date
        and x.status in ${listed([...undecidedStates, ...standingStates])}
      union all
      select x.id, x.facility_id, x.date, x.starts_at, x.ends_at, 'capstone', 1, 1
      from ${capstoneDaysAtUnits} x where ${within(span.facility_id)} and x.date between ${span.from}::date - 1 and ${span.to}::date),
    held as materialized (select * from near n where n.status not in ${listed(undecidedStates)}),
    -- The busiest moment is one at which a shift or a capstone student’s day begins.
    moments as (
      select a.id, sum(b.seats)::integer as seats from held a join held b on b.facility_id = a.facility_id and b.starts_at <= a.starts_at and b.ends_at > a.starts_at
      group by a.id)
    select n.facility_id as unit_id, n.date, count(m.id) filter (where n.status <> 'capstone')::integer as shifts, coalesce(max(m.seats), 0)::integer as seats,
      coalesce(sum(n.seats_taken) filter (where m.id is not null), 0)::integer as students,
      coalesce(sum(n.seats) filter (where m.id is null), 0)::integer as asked,
      least(u.max_students_per_shift, case when u.capacity_windows <> '[]' then coalesce((select max((w ->> 'max')::integer)
        from jsonb_array_elements(u.capacity_windows) w where n.date between (w ->> 'from')::date and (w ->> 'to')::date), 0) end) as most
    from near n left join moments m on m.id = n.id join public.units u on u.id = n.facility_id
    where n.date >= ${span.from}::date
    group by n.facility_id, n.date, u.max_students_per_shift, u.capacity_windows order by n.date, n.facility_id`.execute(
    tx,
  )
  return rows
}
