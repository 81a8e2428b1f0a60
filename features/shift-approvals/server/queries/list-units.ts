import { sql } from 'kysely'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/** The units of the facility that the caller works in. */
export async function listUnits(tx: Tx): Promise<UnitOfFacility[]> {
  const { rows } = await sql<UnitOfFacility>`
    select f.id, f.name, p.id as site_id, p.name as site_name, u.specialty, f.time_zone, f.status, u.max_students_per_shift, u.shift_patterns, u.exclusive_school, ${closedDaysIn(sql`u.id`)} as blackout, u.capacity_windows
    from public.units u join public.facilities f on f.id = u.id left join public.facilities p on p.id = f.parent_id
    where f.id in (select app.facility_scope((select app.selected_facility_id()))) and f.status in ('active', 'paused')
    order by p.name, f.name, f.id`.execute(tx)
  return rows
}
