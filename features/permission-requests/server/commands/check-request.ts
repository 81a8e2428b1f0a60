import { refuseIf } from '#core/refusal.ts'
import { type ActorIdentity, findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { targetBlocker } from '#features/permissions/rules.ts'
import { findTarget, permissionRefusals } from '#features/permissions/server/public.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { requestRefusals } from '../../messages.ts'
import { requestBlocker } from '../../rules.ts'
import { listHeld } from '../queries/list-held.ts'

export type PermissionToRequest = {
  target_user_id: string
  permission: PermissionType
  scope_node: string
  expires_on?: string | null | undefined
  auto_review_on?: string | null | undefined
}

/** Refuses to request what can't be given or is already held. Returns the requester. */
export async function checkRequest(tx: Tx, wish: PermissionToRequest): Promise<ActorIdentity> {
  const asker = await findActor(tx)
  const { target, facility } = await findTarget(tx, wish.target_user_id, wish.scope_node)
  const facts = {
    role: asker.role,
    name: target?.full_name ?? '',
    today: facility?.today ?? '',
    held: await listHeld(tx, wish),
  }
  const blocked = requestBlocker(wish, facts)
  if (blocked?.code === 'permission_request.superadmin_gives') refuseIf(requestRefusals, blocked)
  refuseIf(permissionRefusals, targetBlocker(wish.permission, target, facility))
  refuseIf(requestRefusals, blocked)
  return asker
}
