import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { expirePermissions as endPermissions } from '#features/permissions/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Review = {
  id: string
  decided_by: string | null
  person: string
  permission: PermissionType
  facility: string
}

/** As the worker: ends permissions past their last day, and reminds of those that end or are due for review. Returns how many ended. */
export async function expirePermissions(tx: Tx): Promise<number> {
  const ended = await endPermissions(tx)
  const { rows } = await sql<Review>`
    select r.id, r.decided_by, u.full_name as person, r.permission, f.name as facility
    from public.permission_requests r join public.facilities f on f.id = r.scope_node join public.users u on u.id = r.target_user_id
    where r.status = 'approved' and r.auto_review_on <= (now() at time zone f.time_zone)::date`.execute(tx)
  await notifyPeople(
    tx,
    rows.map(({ id, decided_by, person, permission, facility }) => ({
      to: [decided_by],
      type: 'permission_requested',
      url: `/admin/permission-requests?request=${id}`,
      key: `permission review ${id}`,
      ...notification(notificationTexts, 'permission_request.review_due', {
        person,
        permission,
        facility,
      }),
    })),
  )
  return ended
}
