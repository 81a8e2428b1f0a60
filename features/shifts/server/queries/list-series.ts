import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { needsInstructorIn } from './in-sql.ts'
import { AT_ONCE, type SeriesRow, type ShiftFilter } from '../../contract.ts'
import { conditions, searchConditions } from './shift-conditions.ts'

/**
 * True for a request of a time at which another school has the exclusive unit, else null: it cannot be approved. A school sees no shifts of
 * others, so that it is true for the facility only.
 */
const isTaken = sql`case when x.status = 'pending_facility' then nullif(exists (select from public.units u join public.shifts o on o.facility_id = u.id
  where u.id = x.facility_id and u.exclusive_school and o.school_id <> x.school_id and o.status in ${listed(liveStates)}
    and o.starts_at < x.ends_at and o.ends_at > x.starts_at and o.date between x.date - 2 and x.date + 2), false) end`

/** The shifts of a filter grouped by series and unit; an inbox is sorted by the next deadline, others by the first day. */
export async function listSeries(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SeriesRow[]; total: number; shifts: number }> {
  const isInbox = filter.needs === 'inbox'
  const where = conditions(filter, role, await searchConditions(tx, role, filter))
  const isChange = isInbox ? sql`x.status <> 'pending_facility'` : sql`false`
  const order = isInbox ? sql`g.due, g.first_date, g.key` : sql`g.first_date, g.start_time, g.key`
  const { rows } = await sql<SeriesRow & { total: number; all_shifts: number }>`
    with found as materialized (
      select x.id, x.series_id, x.school_id, c.name as school_name, x.semester_id, x.title, x.specialty, x.experience_type, x.facility_id, f.name as unit_name,
        p.name as site_name, x.time_zone, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time, x.starts_at, x.status,
        coalesce(x.approved_capacity, x.capacity) as seats, ${needsInstructorIn(sql`x`)} as is_without_instructor,
        x.version, x.status_reason, case when x.status = 'countered' then (x.counter - 'note')::text end as counter, ${isChange} as is_change, case when x.status = 'pending_facility' then x.respond_by end as respond_by,
        ${isInbox ? isTaken : sql`null::boolean`} as is_taken
      from public.shifts x join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
        left join public.facilities p on p.id = f.parent_id where ${where}),
    grouped as (
      select concat_ws(' ', coalesce(x.series_id, x.id), x.facility_id, case when x.is_change then 'change' end) as key, x.series_id, x.school_id,
        min(x.school_name) as school_name, (array_agg(x.semester_id order by x.starts_at))[1] as semester_id, min(x.title) as title, min(x.specialty) as specialty,
        min(x.experience_type) as experience_type, x.facility_id, min(x.unit_name) as unit_name, min(x.site_name) as site_name, min(x.time_zone) as time_zone,
        case when min(x.start_time) = max(x.start_time) then min(x.start_time) end as start_time,
        case when min(x.end_time) = max(x.end_time) then min(x.end_time) end as end_time,
        array_agg(distinct extract(isodow from x.date)::integer) as weekdays, min(x.date) as first_date, max(x.date) as last_date, count(*)::integer as count,
        min(x.seats) as seats_from, max(x.seats) as seats_to, count(*) filter (where x.is_without_instructor)::integer as without_instructor,
        bool_or(x.is_change) as is_change, case when min(x.counter) = max(x.counter) then min(x.counter)::jsonb end as counter,
        coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'date', x.date, 'question', x.status_reason) order by x.starts_at, x.id) filter (where x.status = 'needs_info'), '[]') as questions,
        min(x.respond_by) as respond_by, min(coalesce(x.respond_by, x.starts_at)) as due,
        jsonb_agg(x.status) as all_statuses,
        (array_agg(jsonb_strip_nulls(jsonb_build_object('id', x.id, 'version', x.version, 'is_taken', x.is_taken)) order by x.starts_at, x.id))[1:${sql.lit(AT_ONCE)}] as shifts
      from found x group by coalesce(x.series_id, x.id), x.series_id, x.school_id, x.facility_id, x.is_change)
    select g.key, g.series_id, g.school_id, g.school_name, g.semester_id, g.title, g.specialty, g.experience_type, g.facility_id, g.unit_name, g.site_name, g.time_zone,
      g.start_time, g.end_time, g.weekdays, g.first_date, g.last_date, g.count, g.seats_from, g.seats_to,
      (select jsonb_object_agg(s.status, s.n) from (select e.status, count(*) as n from jsonb_array_elements_text(g.all_statuses) e (status) group by 1) s) as statuses,
      g.without_instructor, g.is_change, g.counter, g.questions, g.respond_by, to_jsonb(g.shifts) as shifts, count(*) over ()::integer as total, sum(g.count) over ()::integer as all_shifts
    from grouped g order by ${order} limit ${limit} offset ${offset}`.execute(tx)
  // A page after the last: how many there are is known from the first.
  if (rows.length === 0 && offset > 0)
    return { ...(await listSeries(tx, role, filter, { limit: 1, offset: 0 })), rows: [] }
  const [first] = rows
  return {
    rows: rows.map(({ total: _total, all_shifts: _shifts, ...row }) => row),
    total: first?.total ?? 0,
    shifts: first?.all_shifts ?? 0,
  }
}
