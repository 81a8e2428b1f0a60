import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionFacility, PermissionTarget } from '../../rules.ts'

/**
 * A person and a facility where they may be given a permission; locks the person. Undefined if either does not exist or the caller may not
 * see it.
 */
export async function findTarget(
  tx: Tx,
  userId: string,
  facilityId: string,
): Promise<{ target?: PermissionTarget; facility?: PermissionFacility }> {
  const { rows } = await sql<PermissionTarget>`
    select t.full_name, t.role, t.status, t.linked_facility_id is not distinct from ${facilityId}::uuid as is_own, t.is_within,
      exists (select from app.facility_line(t.linked_facility_id) l where l.id = ${facilityId}::uuid) as is_above
    from app.permission_target(${userId}::uuid, ${facilityId}::uuid) t`.execute(tx)
  const facility = await tx
    .selectFrom('facilities as f')
    .select(['f.name', 'f.kind', 'f.status', sql<string>`(now() at time zone f.time_zone)::date`.as('today')])
    .where('f.id', '=', facilityId)
    .executeTakeFirst()
  return {
    ...(rows[0] && { target: rows[0] }),
    ...(facility && { facility: facility as PermissionFacility }),
  }
}
