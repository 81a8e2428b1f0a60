import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * The shifts requested or agreed on with schools at a facility and below it that have not begun, for those who manage it, with location,
 * time, seats and school. Drafts are visible only to their school and not included.
 */
export const upcomingShiftsAt = (id: RawBuilder<unknown>) =>
  sql`(select ahead.id, ahead.title, ahead.date, ahead.start_time, ahead.end_time, ahead.starts_at, ahead.ends_at, ahead.capacity, ahead.approved_capacity,
      ahead.seats_taken, ahead.status, ahead.school_id, school.name as school_name, node.id as unit_id, node.name as unit_name
    from public.shifts ahead join public.schools school on school.id = ahead.school_id join public.facilities node on node.id = ahead.facility_id
    where ahead.facility_id in (select app.facility_scope(${id})) and app.is_shift_ahead(ahead.status, ahead.starts_at) and app.manages_facility(${id}))`

/** True if the facility, or one below it, has upcoming shifts. */
export async function hasShiftsAhead(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from ${upcomingShiftsAt(sql`${id}::uuid`)} x limit 1`.execute(tx)
  return rows.length > 0
}

/** True if capstone days are planned at the facility, or one below it, that have not begun; for those who manage it. */
export async function hasCapstoneDaysAhead(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from public.capstone_days d join public.capstone_projects p on p.id = d.project_id
    where p.facility_id in (select app.facility_scope(${id}::uuid)) and d.status = 'planned' and d.starts_at > now() limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
