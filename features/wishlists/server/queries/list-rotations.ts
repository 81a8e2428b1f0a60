import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Rotation } from '../../contract.ts'

export type Series = Rotation & { series_id: string; facility_id: string | null }

/**
 * The rotations of a semester: series of shifts that a facility agreed to or that are published, on one unit, with the seats that are
 * free on all of their shifts.
 */
export async function listRotations(tx: Tx, semesterId: string, only?: readonly string[]): Promise<Series[]> {
  const { rows } = await sql<Series>`
    select s.series_id, min(s.facility_id::text)::uuid as facility_id,
      coalesce(min(s.title), min(unit.name), 'Rotation') as name,
      nullif(concat_ws(', ', min(unit.name), min(site.name)), '') as place,
      min(s.specialty) as specialty,
      array_agg(distinct extract(isodow from s.date)::integer order by extract(isodow from s.date)::integer) as weekdays,
      min(s.date) as first_date, max(s.date) as last_date,
      to_char(min(s.start_time), 'HH24:MI') as start_time, to_char(min(s.end_time), 'HH24:MI') as end_time,
      count(*)::integer as shift_count, coalesce(sum(s.credited_hours), 0)::float8 as hours,
      greatest(min(coalesce(s.seats, s.capacity) - s.seats_taken), 0) as seats
    from public.shifts s
    left join public.facilities unit on unit.id = s.facility_id
    left join public.facilities site on site.id = unit.parent_id
    where s.semester_id = ${semesterId}::uuid and s.series_id is not null and s.status in ('approved', 'published', 'full')
      and s.starts_at > now() and (${only ?? null}::uuid[] is null or s.series_id = any (${only ?? null}::uuid[]))
    group by s.series_id having count(distinct s.facility_id) <= 1
    order by min(s.date), 3, s.series_id`.execute(tx)
  return rows
}
