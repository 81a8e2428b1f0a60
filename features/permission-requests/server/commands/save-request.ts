import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { requestRefusals } from '../../messages.ts'
import { checkRequest } from './check-request.ts'
import { lockOwnRequest } from './lock-request.ts'

export type Draft = {
  id: string
  target_user_id: string
  permission: PermissionType
  scope_node: string
  justification: string
  expires_on?: string | undefined
  auto_review_on?: string | undefined
}

/** Creates or changes a draft; its writer chooses the id, and repeating it changes nothing. */
export async function saveRequest(tx: Tx, { id, ...draft }: Draft): Promise<void> {
  const { id: requesterId } = await checkRequest(tx, draft)
  const wish = {
    ...draft,
    expires_on: draft.expires_on ?? null,
    auto_review_on: draft.auto_review_on ?? null,
  }
  const made = await tx
    .insertInto('permission_requests')
    .values({ id, requester_id: requesterId, ...wish })
    .onConflict((known) => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) return
  const request = await lockOwnRequest(tx, id)
  if (Object.entries(wish).every(([field, value]) => request[field as keyof typeof wish] === value)) return
  refuseIf(requestRefusals, request.status === 'draft' ? null : refusal('permission_request.sent'))
  await tx.updateTable('permission_requests').set(wish).where('id', '=', id).execute()
}
