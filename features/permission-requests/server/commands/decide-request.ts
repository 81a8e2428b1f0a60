import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { runningPermissions, targetBlocker } from '#features/permissions/rules.ts'
import {
  findTarget,
  givePermission,
  noteUse,
  permissionRefusals,
} from '#features/permissions/server/public.ts'
import { notificationTexts, requestRefusals } from '../../messages.ts'
import { decisionBlocker, isHeldUntil, outcomeBlocker } from '../../rules.ts'
import { findForDecision } from '../queries/find-for-decision.ts'
import { listHeld } from '../queries/list-held.ts'
import { deciderOf } from './lock-request.ts'

type Decision = { id: string; decision: 'approved' | 'declined'; note?: string | undefined }

/**
 * Approves or declines. Locks the row: of two deciders, the second reads what the first decided. Repeating the same decision by the same
 * person returns the same result.
 */
export async function decideRequest(tx: Tx, { id, decision, note: text }: Decision): Promise<void> {
  const { request, asker, isWithin } =
    (await findForDecision(tx, id)) ?? refuse(requestRefusals, refusal('permission_request.missing'))
  refuseIf(requestRefusals, decisionBlocker(request, asker, isWithin))
  const note = text?.trim() || null
  if (request.status === decision && request.decided_by === asker.id && request.decision_note === note) return
  const { target, facility } = await findTarget(tx, request.target_user_id, request.scope_node)
  const decidedBy = await deciderOf(tx, id)
  const asked = { decision, note, today: facility?.today ?? '' }
  refuseIf(requestRefusals, outcomeBlocker({ ...request, decided_by_name: decidedBy }, asked))
  if (decision === 'approved')
    refuseIf(permissionRefusals, targetBlocker(request.permission, target, facility))
  await giveReason(tx, note ?? request.justification)
  await tx
    .updateTable('permission_requests')
    .set({ status: decision, decision_note: note })
    .where('id', '=', id)
    .execute()
  // What was given meanwhile for longer is not shortened.
  const isGiven = decision === 'approved' && !isHeldUntil(request.expires_on, await listHeld(tx, request))
  if (isGiven) {
    const { target_user_id: userId, scope_node: facilityId, permission, expires_on: lastDay } = request
    await givePermission(tx, {
      user_id: userId,
      facility_id: facilityId,
      permission_type: permission,
      expires_on: lastDay,
    })
    await noteUse(tx, runningPermissions)
  }
  // A person who requested for themselves is notified of the permission instead.
  if (isGiven && request.requester_id === request.target_user_id) return
  const said = notification(
    notificationTexts,
    decision === 'approved' ? 'permission_request.approved' : 'permission_request.declined',
    { person: target!.full_name, permission: request.permission, facility: facility!.name, note },
  )
  const url = `/admin/permission-requests?request=${id}`
  const key = `permission decision ${id} ${decision}`
  await notifyOfRow(
    tx,
    { table: 'permission_requests', id },
    { to: ['requester_id'], type: 'permission_decision', url, key },
    said,
  )
}
