import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { EffectivePermission, PermissionType } from '../../contract.ts'

/** Everything the caller effectively holds, with the position of each facility in the hierarchy. */
export async function listEffective(
  tx: Tx,
  type: PermissionType | null = null,
): Promise<EffectivePermission[]> {
  const { rows } = await sql<EffectivePermission>`
    select e.permission_type, e.facility_id, f.name as facility_name, f.kind, f.city, f.state, e.source, e.since, e.expires_on, e.last_used_at,
      coalesce((select string_agg(a.name, ' › ' order by l.height desc) from app.facility_line(e.facility_id) l
        join public.facilities a on a.id = l.id where l.height > 0), '') as facility_path
    from app.permissions_in_force((select app.uid())) e join public.facilities f on f.id = e.facility_id
    where ${type}::text is null or e.permission_type = ${type}
    order by e.source desc, e.permission_type, f.name, f.id`.execute(tx)
  return rows
}

/** Whether a use should be recorded: at most one write an hour, and none while someone acts as them. */
export async function isUseDue(tx: Tx, types: readonly PermissionType[]): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select app.uid() = app.real_uid() and exists (select from public.facility_admin_permissions g
      where g.user_id = (select app.uid()) and g.permission_type = any (${types}::text[]) and g.is_enabled
        and (g.last_used_at is null or g.last_used_at < now() - interval '1 hour')) as due`.execute(tx)
  return rows[0]!.due
}
