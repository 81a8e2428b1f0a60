import { sql } from 'kysely'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { Rotation } from '../../contract.ts'

export type Offered = Rotation & { rotation_id: string; series_id: string; facility_id: string | null }

/**
 * The rotations of a semester that a wishlist can offer: those with upcoming shifts that are approved or published, and the seats free on
 * all of these shifts.
 */
export async function listRotations(
  tx: Tx,
  semesterId: string,
  only?: readonly string[],
): Promise<Offered[]> {
  const { rows } = await sql<Offered>`
    select r.id as rotation_id, r.series_id, r.facility_id, r.name, nullif(concat_ws(', ', unit.name, site.name), '') as location, r.specialty,
      null as availability, x.weekdays, x.first_date, x.last_date, x.start_time, x.end_time, x.shift_count, x.hours, x.seats, r.min_seats, r.level_seats, r.requires
    from public.rotations r
    join lateral (select array_agg(distinct extract(isodow from s.date)::integer order by extract(isodow from s.date)::integer) as weekdays,
        min(s.date) as first_date, max(s.date) as last_date, to_char(min(s.start_time), 'HH24:MI') as start_time,
        to_char(min(s.end_time), 'HH24:MI') as end_time, count(*)::integer as shift_count, coalesce(sum(s.credited_hours), 0)::float8 as hours,
        greatest(min(coalesce(s.seats, s.capacity) - s.seats_taken), 0) as seats
      from public.shifts s where s.series_id = r.series_id and s.school_id = r.school_id and s.status in ${listed(agreedStates)}
        and s.starts_at > now()) x on x.shift_count > 0
    left join public.facilities unit on unit.id = r.facility_id
    left join public.facilities site on site.id = unit.parent_id
    where r.semester_id = ${semesterId}::uuid and r.canceled_at is null
      and (${only ?? null}::uuid[] is null or r.id = any (${only ?? null}::uuid[]))
    order by x.first_date, r.name, r.id`.execute(tx)
  return rows
}
