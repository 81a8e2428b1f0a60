import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AffectedShift } from '../../contract.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

/** The upcoming shifts at a facility and below it with the seats agreed on, or asked for until then, for those who manage it. */
export async function upcomingShifts(tx: Tx, id: string): Promise<(AffectedShift & { school_id: string })[]> {
  const { rows } = await sql<AffectedShift & { school_id: string }>`
    select x.id, x.title, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
      coalesce(x.approved_capacity, x.capacity) as capacity, x.status, x.school_id, x.school_name, x.unit_id, x.unit_name from ${upcomingShiftsAt(sql`${id}`)} x
    order by x.unit_name, x.unit_id, x.starts_at, x.school_name, x.id`.execute(tx)
  return rows
}

/**
 * The active units that the caller manages and that shifts of a facility can move to: for a unit, those of its site; for a site or
 * organization, those of the whole organization outside it.
 */
export async function moveTargets(
  tx: Tx,
  id: string,
): Promise<{ id: string; name: string; max_students_per_shift: number }[]> {
  const { rows } = await sql<{ id: string; name: string; max_students_per_shift: number }>`
    with recursive above as (
      select f.id, f.parent_id, 0 as up from public.facilities f where f.id = ${id}::uuid
      union all select p.id, p.parent_id, a.up + 1 from above a join public.facilities p on p.id = a.parent_id
    ), node as materialized (
      select f.kind, f.time_zone, case when f.kind = 'unit' then f.parent_id else (select a.id from above a order by a.up desc limit 1) end as around
      from public.facilities f where f.id = ${id}::uuid
    ), below as materialized (select s.id from app.facility_scope(${id}::uuid) s (id)),
    beside as materialized (select s.id from app.facility_scope((select n.around from node n)) s (id) except select b.id from below b),
    offered as materialized (
      select f.id, f.parent_id, f.name from beside b join public.facilities f on f.id = b.id join node n on n.time_zone = f.time_zone
      where f.kind = 'unit' and f.status = 'active'
    )
    select f.id, case when n.kind = 'unit' then f.name else p.name || ' › ' || f.name end as name, u.max_students_per_shift
    from offered f join public.units u on u.id = f.id join public.facilities p on p.id = f.parent_id cross join node n
    where app.manages_facility(f.id)
    order by p.name, f.name, f.id`.execute(tx)
  return rows
}
