import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ShiftRow } from '../../contract.ts'
import { namesOfLeaders } from './in-sql.ts'

export type Page = { limit: number; offset: number }

/** The columns of a list row, for shifts named x and joined as in `joins`. */
export const shiftColumns = sql`x.id, x.school_id, c.name as school_name, x.semester_id, x.title, x.course_code, x.date, to_char(x.start_time, 'HH24:MI') as start_time,
  to_char(x.end_time, 'HH24:MI') as end_time, x.time_zone, x.starts_at, x.ends_at, x.facility_id, f.name as unit_name, f.parent_id as site_id, p.name as site_name,
  x.specialty, x.experience_type, x.status, x.capacity, x.approved_capacity, x.seats, x.seats_limit, x.seats_taken, x.waiting, x.min_to_run, x.proctor_id,
  app.name_of_proctor(x.proctor_id) as proctor_name, x.preceptor_id, app.name_of_proctor(x.preceptor_id) as preceptor_name,
  x.more_proctor_ids, case when x.more_proctor_ids <> '{}' then ${namesOfLeaders(sql`x.more_proctor_ids`)} else '{}' end as more_proctor_names, x.more_preceptor_ids, case when x.more_preceptor_ids <> '{}' then ${namesOfLeaders(sql`x.more_preceptor_ids`)} else '{}' end as more_preceptor_names, x.series_id, x.signup_mode,
  x.respond_by, x.change is not null as has_change, m.id as my_assignment_id, m.status as my_status, x.version,
  (select count(*)::int from public.seat_clearances q where q.shift_id = x.id and q.status = 'not_cleared' and q.computed_on < 'infinity') as not_cleared`

export const shiftJoins = sql`join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
  left join public.facilities p on p.id = f.parent_id
  left join app.my_seats() m on m.shift_id = x.id`

export async function rowsOf(
  tx: Tx,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { limit, offset }: Page,
): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${shiftColumns} from public.shifts x ${shiftJoins} where ${where} order by ${order} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  return rows
}

/** Those of these shifts that the caller can see. */
export const rowsByIds = (tx: Tx, ids: readonly string[]): Promise<ShiftRow[]> =>
  rowsOf(tx, sql`x.id = any (${ids}::uuid[])`, sql`x.date, x.starts_at, x.id`, {
    limit: ids.length,
    offset: 0,
  })
