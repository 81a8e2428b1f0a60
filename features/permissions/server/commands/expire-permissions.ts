import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

type Held = {
  user_id: string
  facility_id: string
  permission: PermissionType
  facility: string
  last_day: PlainDate
}

/**
 * As the worker: ends permissions past their last day at the facility, and notifies a week ahead. Several processes may run it. Returns how
 * many ended.
 */
export async function expirePermissions(tx: Tx): Promise<number> {
  const ended = await end(tx)
  const ending = await listEnding(tx)
  await notifyPeople(tx, [
    ...ended.map(({ permission, facility, user_id }) =>
      toHolder(user_id, notification(notificationTexts, 'permission.ended', { permission, facility })),
    ),
    ...ending.map(({ permission, facility, last_day, user_id, facility_id }) => ({
      ...toHolder(
        user_id,
        notification(notificationTexts, 'permission.ends_soon', { permission, facility, last_day }),
      ),
      key: `permission ends ${permission} ${facility_id} ${last_day}`,
    })),
  ])
  return ended.length
}

const toHolder = (id: string, said: { code: string; values: object }): Notice => ({
  to: [id],
  type: 'permission_decision',
  url: '/admin/permission-requests?ask=me',
  ...said,
})

const today = sql`(now() at time zone f.time_zone)::date`

async function end(tx: Tx): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with over as (
      select p.user_id, p.facility_id, p.permission_type, f.name as facility
      from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
      where p.is_enabled and p.expires_on < ${today} order by p.user_id, p.facility_id for update of p skip locked)
    update public.facility_admin_permissions p set is_enabled = false from over o
    where p.user_id = o.user_id and p.facility_id = o.facility_id and p.permission_type = o.permission_type
    returning p.user_id, p.facility_id, p.permission_type as permission, o.facility, p.expires_on as last_day`.execute(
    tx,
  )
  return rows
}

async function listEnding(tx: Tx): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select p.user_id, p.facility_id, p.permission_type as permission, f.name as facility, p.expires_on as last_day
    from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
    where p.is_enabled and p.expires_on between ${today} and ${today} + 7 and p.granted_at < now() - interval '1 day'`.execute(
    tx,
  )
  return rows
}
