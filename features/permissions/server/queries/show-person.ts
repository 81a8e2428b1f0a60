import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionEvent, PermissionNode, FacilityKind } from '../../contract.ts'

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

/** The person's part of the hierarchy, and every facility where they hold or held the preceptor permission. */
export async function listNodes(tx: Tx, userId: string, root: string | null): Promise<PermissionNode[]> {
  const { rows } = await sql<PermissionNode>`
    select f.id as facility_id, f.parent_id, f.kind, f.name, f.status, s.id is not null as in_scope,
      p.is_enabled, p.granted_at, g.full_name as granted_by_name, p.last_used_at
    from public.facilities f
    left join (select app.facility_scope(${root}::uuid) as id) s on s.id = f.id
    left join public.facility_admin_permissions p
      on p.facility_id = f.id and p.user_id = ${userId} and p.permission_type = 'capstone_preceptor'
    left join public.users g on g.id = p.granted_by
    where s.id is not null or p.user_id is not null
    order by f.name, f.id`.execute(tx)
  return rows
}

/** A facility and those above it, bottom up. */
export async function lineOf(tx: Tx, root: string) {
  const { rows } = await sql<{ facility_id: string; name: string; kind: FacilityKind }>`
    select l.id as facility_id, f.name, f.kind from app.facility_line(${root}::uuid) l join public.facilities f on f.id = l.id
    order by l.height`.execute(tx)
  return rows
}

/** The history of a person's permissions and requests about them, newest first. */
export async function historyOf(tx: Tx, userId: string): Promise<PermissionEvent[]> {
  const rows = await tx
    .selectFrom('permission_events as e')
    .innerJoin('facilities as f', 'f.id', 'e.facility_id')
    .leftJoin('users as a', 'a.id', 'e.actor_id')
    .leftJoin('users as i', 'i.id', 'e.acting_as')
    .select([
      'e.id',
      'e.at',
      'e.permission_type',
      'f.name as facility_name',
      'e.subject',
      'e.to_status',
      'a.full_name as actor_name',
      'i.full_name as acting_as_name',
      'e.reason',
    ])
    .where('e.user_id', '=', userId)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()
  return rows as PermissionEvent[]
}
