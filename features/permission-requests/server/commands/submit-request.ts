import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { findTarget } from '#features/permissions/server/public.ts'
import { notificationTexts, requestRefusals } from '../../messages.ts'
import { submissionBlocker } from '../../rules.ts'
import { checkRequest } from './check-request.ts'
import { deciderOf, lockOwnRequest } from './lock-request.ts'

/** Sends a draft and notifies the deciders. A unique index refuses a second pending request for the same permission. */
export async function submitRequest(tx: Tx, id: string): Promise<void> {
  const request = await lockOwnRequest(tx, id)
  if (request.status === 'submitted') return
  const decidedBy = await deciderOf(tx, id)
  refuseIf(requestRefusals, submissionBlocker({ ...request, decided_by_name: decidedBy }))
  await checkRequest(tx, { ...request, permission: request.permission as PermissionType })
  const { version } = await tx
    .updateTable('permission_requests')
    .set({ status: 'submitted' })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await notifyDeciders(tx, request, version)
}

/** Notifies the nearest deciders, whom PostgreSQL finds. */
async function notifyDeciders(
  tx: Tx,
  request: Awaited<ReturnType<typeof lockOwnRequest>>,
  version: number,
): Promise<void> {
  const { target, facility } = await findTarget(tx, request.target_user_id, request.scope_node)
  const requester = await tx
    .selectFrom('users')
    .where('id', '=', request.requester_id)
    .select('full_name')
    .executeTakeFirstOrThrow()
  const said = notification(notificationTexts, 'permission_request.submitted', {
    requester: requester.full_name,
    person: target!.full_name,
    permission: request.permission as PermissionType,
    facility: facility!.name,
  })
  const { id } = request
  const url = `/admin/permission-requests?request=${id}`
  const key = `permission request ${id} ${version}`
  const how = { to: ['decider_ids', 'superadmin'], type: 'permission_requested', url, key } as const
  await notifyOfRow(tx, { table: 'permission_requests', id }, how, said)
}
