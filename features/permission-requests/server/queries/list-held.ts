import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'

/** The last days until which a person holds a permission at exactly this facility; null means until someone ends it. */
export async function listHeld(
  tx: Tx,
  wish: { target_user_id: string; permission: PermissionType; scope_node: string },
): Promise<{ expires_on: string | null }[]> {
  const { rows } = await sql<{ expires_on: string | null }>`
    select e.expires_on from app.permissions_in_force(${wish.target_user_id}::uuid) e
    where e.permission_type = ${wish.permission} and e.facility_id = ${wish.scope_node}::uuid`.execute(tx)
  return rows
}
