import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { PermissionType } from '#features/permissions/contract.ts'

export async function listPeople(tx: Tx, q: string) {
  const like = containing(q)
  const { rows } = await sql<{ id: string; full_name: string; facility_name: string | null }>`
    select u.id, u.full_name, f.name as facility_name from public.users u left join public.facilities f on f.id = u.linked_facility_id
    where u.role = 'facility_admin' and u.status = 'active' and (${q.trim()} = '' or u.full_name ilike ${like} or u.email ilike ${like})
    order by u.id = (select app.uid()) desc, u.full_name, u.id limit 50`.execute(tx)
  return rows
}

/**
 * Facilities within what the person runs; for a permission to run a facility, those of its kind, including those above their own but not
 * their own.
 */
export async function listFacilities(tx: Tx, userId: string, permission: PermissionType) {
  const { rows } = await sql<{
    id: string
    name: string
    path: string
    kind: 'organization' | 'site' | 'unit'
    is_held: boolean
  }>`
    with person as (select u.id, u.linked_facility_id from public.users u where u.id = ${userId}::uuid and u.role = 'facility_admin'),
    held as (select e.* from person p cross join lateral app.permissions_in_force(p.id) e),
    reach as (
      select app.facility_scope(coalesce((select r.facility_id from held r where r.permission_type in ('unit_admin', 'site_admin', 'org_admin')
        order by (select max(l.height) from app.facility_line(r.facility_id) l) limit 1), p.linked_facility_id)) as id from person p
      union
      select l.id from person p cross join lateral app.facility_line(p.linked_facility_id) l where ${permission} in ('unit_admin', 'site_admin', 'org_admin')
    )
    select f.id, f.name, f.kind,
      coalesce((select string_agg(a.name, ' › ' order by l.height desc) from app.facility_line(f.id) l
        join public.facilities a on a.id = l.id where l.height > 0), '') as path,
      exists (select 1 from held e where e.permission_type = ${permission} and e.facility_id = f.id) as is_held
    from reach r join public.facilities f on f.id = r.id
    where f.status in ('active', 'paused')
      and (${permission} not in ('unit_admin', 'site_admin', 'org_admin')
        or (app.admin_permission_of(f.kind) = ${permission} and f.id <> (select p.linked_facility_id from person p)))
    order by f.kind = 'unit', f.kind = 'site', path, f.name, f.id`.execute(tx)
  return rows
}
