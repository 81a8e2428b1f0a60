import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Active facility admins whose part of the hierarchy contains the facility. */
export async function listSuccessors(tx: Tx, userId: string, facilityId: string) {
  const { rows } = await sql<{ id: string; full_name: string; is_preceptor: boolean }>`
    select u.id, u.full_name, exists (select 1 from app.permissions_in_force(u.id) e
        where e.permission_type = 'capstone_preceptor' and e.facility_id = ${facilityId}::uuid) as is_preceptor
    from public.users u
    where u.role = 'facility_admin' and u.status = 'active' and u.id <> ${userId}::uuid
      and u.linked_facility_id in (select l.id from app.facility_line(${facilityId}::uuid) l)
    order by u.full_name, u.id`.execute(tx)
  return rows
}
