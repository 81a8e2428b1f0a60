import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '../../contract.ts'

export type Gift = {
  user_id: string
  facility_id: string
  permission_type: PermissionType
  expires_on?: string | null | undefined
}

/** Turns a permission on once it was decided, and notifies the person: once per change, not once per click. */
export async function givePermission(tx: Tx, { expires_on: lastDay = null, ...key }: Gift): Promise<void> {
  const changed = await tx
    .insertInto('facility_admin_permissions')
    .values({ ...key, is_enabled: true, expires_on: lastDay })
    .onConflict((known) =>
      known
        .columns(['user_id', 'facility_id', 'permission_type'])
        .doUpdateSet({ is_enabled: true, expires_on: lastDay })
        .where((eb) =>
          eb.or([
            eb('facility_admin_permissions.is_enabled', '=', false),
            eb('facility_admin_permissions.expires_on', 'is distinct from', lastDay),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (changed) await notifyPermission(tx, key)
}

/** Notifies the person of what was just turned on or off. */
export async function notifyPermission(
  tx: Tx,
  key: Pick<Gift, 'user_id' | 'facility_id' | 'permission_type'>,
  successorId: string | null = null,
): Promise<void> {
  await sql`select app.notify_permission(${key.user_id}::uuid, ${key.facility_id}::uuid, ${key.permission_type}, ${successorId}::uuid)`.execute(
    tx,
  )
}
