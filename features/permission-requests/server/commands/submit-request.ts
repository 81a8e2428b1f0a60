import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { requestRefusals } from '../../messages.ts'
import { submissionBlocker } from '../../rules.ts'
import { checkAsking } from './check-asking.ts'
import { deciderOf, lockOwnRequest } from './lock-request.ts'

/** Sends a draft and notifies those who decide. The same wish waits once: a unique index refuses the second. */
export async function submitRequest(tx: Tx, id: string): Promise<void> {
  const request = await lockOwnRequest(tx, id)
  if (request.status === 'submitted') return
  const decidedBy = await deciderOf(tx, id)
  refuseIf(requestRefusals, submissionBlocker({ ...request, decided_by_name: decidedBy }))
  await checkAsking(tx, { ...request, permission: request.permission as PermissionType })
  await tx.updateTable('permission_requests').set({ status: 'submitted' }).where('id', '=', id).execute()
  await sql`select app.notify_permission_request(${id}::uuid)`.execute(tx)
}
