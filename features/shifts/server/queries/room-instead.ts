import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { spanIn } from './in-sql.ts'
import { hardLimits, type RoomInstead } from '../../rules.ts'
import type { PlanChange } from './hold-limits.ts'

/**
 * Where there would be room for so many instead, asked only for a refusal: up to three units of the same site and specialty at that time,
 * and the next of three weeks on which the unit itself has room; null when nowhere near.
 */
export async function roomInstead(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<RoomInstead | null> {
  const { rows } = await sql<RoomInstead>`
    with p as materialized (select (jsonb_populate_record(x, ${JSON.stringify(plan)}::jsonb)).* from public.shifts x where x.id = ${id}::uuid),
    beside as materialized (
      select f.id, f.name from p join public.facilities home on home.id = p.facility_id join public.units mine on mine.id = home.id
      join public.facilities f on f.parent_id = home.parent_id and f.kind = 'unit' and f.status = 'active' and f.id <> home.id
      join public.units u on u.id = f.id and u.specialty = mine.specialty order by f.name, f.id limit 12),
    weeks as (
      select t.starts_at, t.ends_at, p.date + 7 * n.week as date
      from p cross join generate_series(1, 3) n (week)
      cross join lateral ${spanIn({ date: sql`(p.date + 7 * n.week)`, start: sql`p.start_time`, end: sql`p.end_time`, zone: sql`p.time_zone` })} t
      cross join lateral app.facts_of_plan(p.id, p.school_id, p.semester_id, '{}', '{}') k
      where p.date + 7 * n.week between (k.term ->> 'start_date')::date and (k.term ->> 'end_date')::date)
    select array(select b.name from beside b where ${hasRoom(id, plan, seats, sql`jsonb_build_object('facility_id', b.id)`)} order by b.name, b.id limit 3) as units,
      (select w.date from weeks w where ${hasRoom(id, plan, seats, sql`jsonb_build_object('date', w.date, 'starts_at', w.starts_at, 'ends_at', w.ends_at)`)}
        order by w.date limit 1) as day,
      (select f.name from public.facilities f where f.id = p.facility_id) as unit from p`.execute(tx)
  const [room] = rows
  return room && (room.units.length > 0 || room.day !== null) ? room : null
}

/** Does no limit that refuses a shift keep so many from it, with this change of its plan? */
const hasRoom = (id: string, plan: PlanChange, seats: number, change: RawBuilder<unknown>) =>
  sql`not exists (select 1 from app.limits_of_plan(${id}::uuid, ${JSON.stringify(plan)}::jsonb || ${change}, ${seats}::integer) l
    where l.applies and l.limit_name = any (${hardLimits}::text[]) and l.seats < ${seats}::integer)`
