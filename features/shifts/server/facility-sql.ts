import { type RawBuilder, sql } from 'kysely'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import {
  type InboxRow,
  type Occupancy,
  ROSTER_MOST,
  type RosterShift,
  type ShiftRow,
  type UnitOfPlace,
} from '../contract.ts'
import { inInbox, shiftColumns, shiftJoins } from './sql.ts'

/** The units of the facility that the asker works in; below one place of it when that is named. */
const within = (facilityId: string | undefined): RawBuilder<unknown> =>
  facilityId
    ? sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id())) intersect select app.facility_scope(${facilityId}::uuid)))`
    : sql`x.facility_id = any (array(select app.facility_scope((select app.selected_facility_id()))))`

export async function units(tx: Tx): Promise<UnitOfPlace[]> {
  const { rows } = await sql<UnitOfPlace>`
    select f.id, f.name, p.id as site_id, p.name as site_name, u.specialty, f.time_zone, f.status, u.max_students_per_shift, u.shift_patterns, u.exclusive_school, app.closed_days(u.id) as blackout, u.capacity_windows
    from public.units u join public.facilities f on f.id = u.id left join public.facilities p on p.id = f.parent_id
    where f.id in (select app.facility_scope((select app.selected_facility_id()))) and f.status in ('active', 'paused')
    order by p.name, f.name, f.id`.execute(tx)
  return rows
}

/** Requests that wait for an answer and changes that schools ask for: what has waited longest first, and of what came together the earliest day. */
export async function inbox(
  tx: Tx,
  filter: {
    facility_id?: string | undefined
    school_id?: string | undefined
    specialty?: Specialty | undefined
    limit: number
  },
): Promise<{ rows: InboxRow[]; total: number }> {
  const conditions = [
    within(filter.facility_id),
    inInbox,
    ...(filter.school_id ? [sql`x.school_id = ${filter.school_id}::uuid`] : []),
    ...(filter.specialty ? [sql`x.specialty = ${filter.specialty}`] : []),
  ]
  const { rows } = await sql<InboxRow & { total: number }>`
    with waiting as materialized (
      select x.id, x.school_id, coalesce((x.change ->> 'at')::timestamptz, x.submitted_at) as since, count(*) over () as total
      from public.shifts x where ${sql.join(conditions, sql` and `)} order by since, x.starts_at, x.id limit ${filter.limit})
    select ${shiftColumns}, w.since as submitted_at, w.total::integer as total,
      case when x.status = 'pending_facility' then coalesce(x.status_reason, x.lead_time_reason) end as note,
      case when x.status <> 'pending_facility' then x.change || jsonb_build_object('place', (select u.name || coalesce(', ' || v.name, '') from public.facilities u
        left join public.facilities v on v.id = u.parent_id where u.id = (x.change ->> 'facility_id')::uuid)) end as change
    from waiting w join public.shifts x on x.id = w.id and x.school_id = w.school_id ${shiftJoins} order by w.since, x.starts_at, x.id`.execute(
    tx,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}

/** How full each unit is on each day on which something is there or asked for: approved places at the busiest moment. */
export async function occupancy(
  tx: Tx,
  span: { from: string; to: string; facility_id?: string | undefined },
): Promise<Occupancy[]> {
  const { rows } = await sql<Occupancy>`
    with near as materialized (
      select x.id, x.facility_id, x.date, x.starts_at, x.ends_at, x.status, coalesce(x.approved_capacity, x.capacity) as places, x.seats_taken
      from public.shifts x where ${within(span.facility_id)} and x.date between ${span.from}::date - 1 and ${span.to}::date
        and x.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed')),
    held as materialized (select * from near n where n.status not in ('pending_facility', 'needs_info', 'countered')),
    -- The busiest moment is one at which a shift begins.
    moments as (
      select a.id, sum(b.places)::integer as places from held a join held b on b.facility_id = a.facility_id and b.starts_at <= a.starts_at and b.ends_at > a.starts_at
      group by a.id)
    select n.facility_id as unit_id, n.date, count(m.id)::integer as shifts, coalesce(max(m.places), 0)::integer as places,
      coalesce(sum(n.seats_taken) filter (where m.id is not null), 0)::integer as students,
      coalesce(sum(n.places) filter (where m.id is null), 0)::integer as asked,
      least(u.max_students_per_shift, case when u.capacity_windows <> '[]' then coalesce((select max((w ->> 'max')::integer)
        from jsonb_array_elements(u.capacity_windows) w where n.date between (w ->> 'from')::date and (w ->> 'to')::date), 0) end) as most
    from near n left join moments m on m.id = n.id join public.units u on u.id = n.facility_id
    where n.date >= ${span.from}::date
    group by n.facility_id, n.date, u.max_students_per_shift, u.capacity_windows order by n.date, n.facility_id`.execute(
    tx,
  )
  return rows
}

/** So many shifts are read at once for a file. */
const DAY_PAGE = 100

type DayShift = Omit<RosterShift, 'roster'>

/** A day's shifts that take place, in the order in which the units and the shifts stand on paper: those after one, or the first. */
export async function dayAfter(
  tx: Tx,
  filter: { date: string; facility_id?: string | undefined },
  after: DayShift | undefined,
): Promise<DayShift[]> {
  const { rows } = await sql<DayShift>`
    select ${shiftColumns}, app.phone_of_instructor(x.id) as instructor_phone
    from public.shifts x ${shiftJoins}
    where ${happens(filter)} and (${after === undefined} or (coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id)
      > (${after?.site_name ?? ''}, ${after?.unit_name ?? ''}, ${after?.starts_at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id limit ${DAY_PAGE}`.execute(tx)
  return rows
}

const happens = (filter: { date: string; facility_id?: string | undefined }) =>
  sql`${within(filter.facility_id)} and x.date = ${filter.date}::date
    and x.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')`

/** The first of a day's shifts that take place, as many as a screen shows, and how many there are. */
export async function day(
  tx: Tx,
  filter: { date: string; facility_id?: string | undefined },
): Promise<{ shifts: DayShift[]; total: number }> {
  const { rows } = await sql<ShiftRow & { instructor_phone: string | null }>`
    select ${shiftColumns}, app.phone_of_instructor(x.id) as instructor_phone
    from public.shifts x ${shiftJoins}
    where ${happens(filter)}
    order by coalesce(p.name, ''), coalesce(f.name, ''), x.starts_at, x.id limit ${ROSTER_MOST}`.execute(tx)
  if (rows.length < ROSTER_MOST) return { shifts: rows, total: rows.length }
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from public.shifts x where ${happens(filter)}`.execute(tx)
  return { shifts: rows, total: counted[0]!.total }
}
