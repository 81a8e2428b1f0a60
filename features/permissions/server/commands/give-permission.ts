import { notification, type NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '../../contract.ts'
import { type Held, notificationTexts } from '../../messages.ts'

export type NewPermission = {
  user_id: string
  facility_id: string
  permission_type: PermissionType
  expires_on?: string | null | undefined
}

type Key = Pick<NewPermission, 'user_id' | 'facility_id' | 'permission_type'>

/** Turns a permission on after a decision, and notifies the person: once per change, not once per click. */
export async function givePermission(
  tx: Tx,
  { expires_on: lastDay = null, ...key }: NewPermission,
): Promise<void> {
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
  if (!changed) return
  const values = { ...(await heldIn(tx, key)), until: lastDay }
  await notifyPermission(tx, key, notification(notificationTexts, 'permission.given', values), pageOf(key))
}

const pageOf = ({ permission_type: type }: Key): string =>
  type === 'capstone_preceptor' ? '/preceptor/dashboard' : '/facility/management'

/** Which permission and where, for notifications. */
export async function heldIn(
  tx: Tx,
  { facility_id: facilityId, permission_type: permission }: Key,
): Promise<Held> {
  const facility = await tx
    .selectFrom('facilities')
    .where('id', '=', facilityId)
    .select('name')
    .executeTakeFirstOrThrow()
  return { permission, facility: facility.name }
}

/** Notifies the person of a permission that was just turned on or off. */
export async function notifyPermission(
  tx: Tx,
  key: Key,
  { code, values }: NotificationIn<typeof notificationTexts>,
  url: string | null = null,
): Promise<void> {
  await notifyOfRow(
    tx,
    { table: 'users', id: key.user_id },
    { to: ['user_id'], type: 'permission_decision', url, key: null },
    { code, values },
  )
}
