import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { requestRefusals } from '../../messages.ts'
import { withdrawalBlocker } from '../../rules.ts'
import { deciderOf, lockOwnRequest } from './lock-request.ts'

/** Withdraws the request for the requester until it is decided; repeating it changes nothing. */
export async function withdrawRequest(tx: Tx, id: string): Promise<void> {
  const request = await lockOwnRequest(tx, id)
  if (request.status === 'withdrawn') return
  const decidedBy = await deciderOf(tx, id)
  refuseIf(requestRefusals, withdrawalBlocker({ ...request, decided_by_name: decidedBy }))
  await tx.updateTable('permission_requests').set({ status: 'withdrawn' }).where('id', '=', id).execute()
}
