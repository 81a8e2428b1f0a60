import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '../../contract.ts'

type Held = {
  permission_type: PermissionType
  facility_id: string
  facility_name: string
  source: 'role' | 'grant'
  since: string
  expires_on: string | null
  last_used_at: string | null
}

/** What a person holds at a facility, given there or above it; undefined if either does not exist or the caller may not see it. */
export async function listAtFacility(
  tx: Tx,
  userId: string,
  facilityId: string,
): Promise<{ role: string; permissions: Held[] } | undefined> {
  const { rows } = await sql<{ role: string; permissions: Held[] }>`
    select u.role, coalesce((
      select jsonb_agg(to_jsonb(e) - 'user_id' || jsonb_build_object('facility_name', f.name) order by e.source desc, e.permission_type, f.name)
      from app.permissions_in_force(u.id) e join public.facilities f on f.id = e.facility_id
      where e.facility_id in (select l.id from app.facility_line(${facilityId}::uuid) l)), '[]') as permissions
    from public.users u
    where u.id = ${userId}::uuid and exists (select from public.facilities f where f.id = ${facilityId}::uuid)
      and (u.id = (select app.uid()) or (select app.role()) in ('superadmin', 'facility_admin'))`.execute(tx)
  return rows[0]
}
