import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Grant, PermissionNode } from '../contract.ts'

export async function findPerson(tx: Tx, id: string) {
  return tx
    .selectFrom('users as u')
    .leftJoin('facilities as f', 'f.id', 'u.linked_facility_id')
    .select([
      'u.id',
      'u.full_name',
      'u.email',
      'u.role',
      'u.status',
      'u.linked_facility_id',
      'f.name as facility_name',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
}

/** The person's part of the hierarchy, and every place where they hold or held the permission. */
export async function listNodes(tx: Tx, userId: string, root: string | null): Promise<PermissionNode[]> {
  const { rows } = await sql<PermissionNode>`
    select f.id as facility_id, f.parent_id, f.kind, f.name, f.status, s.id is not null as in_scope,
      p.is_enabled, p.granted_at, g.full_name as granted_by_name
    from public.facilities f
    left join (select app.facility_scope(${root}::uuid) as id) s on s.id = f.id
    left join public.facility_admin_permissions p
      on p.facility_id = f.id and p.user_id = ${userId} and p.permission_type = 'capstone_preceptor'
    left join public.users g on g.id = p.granted_by
    where s.id is not null or p.user_id is not null
    order by f.name, f.id`.execute(tx)
  return rows
}

/** Enabling upserts, disabling sets is_enabled to false (Spec §7). */
export async function set(
  tx: Tx,
  change: { userId: string; facilityId: string; type: string; isEnabled: boolean },
): Promise<void> {
  await sql`select app.set_facility_permission(${change.userId}, ${change.facilityId}, ${change.type}, ${change.isEnabled})`.execute(
    tx,
  )
}

export async function listMine(tx: Tx): Promise<Grant[]> {
  const { rows } = await sql<Grant>`
    with recursive above as (
      select f.id, f.parent_id, null::text as name, 0 as depth
      from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
      where p.user_id = (select app.uid()) and p.permission_type = 'capstone_preceptor' and p.is_enabled
      union all
      select a.id, f.parent_id, f.name, a.depth + 1 from above a join public.facilities f on f.id = a.parent_id where a.depth < 20
    )
    select f.id as facility_id, f.name as facility_name, f.kind, f.city, f.state, p.granted_at,
      coalesce((select string_agg(a.name, ' › ' order by a.depth desc) from above a where a.id = f.id), '') as facility_path
    from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
    where p.user_id = (select app.uid()) and p.permission_type = 'capstone_preceptor' and p.is_enabled
    order by f.name, f.id`.execute(tx)
  return rows
}
