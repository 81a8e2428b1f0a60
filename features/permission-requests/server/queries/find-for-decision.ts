import { sql } from 'kysely'
import { type ActorIdentity, findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { isWithinOwn } from './may-decide.ts'

export type Decidable = {
  requester_id: string
  target_user_id: string
  permission: PermissionType
  scope_node: string
  justification: string
  status: string
  expires_on: string | null
  decided_by: string | null
  decision_note: string | null
}

/**
 * A request that the caller may see, and whether its facility is within their scope; locked if they may decide it. Undefined if they may
 * not see it.
 */
export async function findForDecision(
  tx: Tx,
  id: string,
): Promise<{ request: Decidable; asker: ActorIdentity; isWithin: boolean } | undefined> {
  // Row-level security locks the row only for people who may decide; others read why they may not.
  await sql`select 1 from public.permission_requests where id = ${id}::uuid for update`.execute(tx)
  const { rows } = await sql<Decidable & { is_within: boolean }>`
    select q.requester_id, q.target_user_id, q.permission, q.scope_node, q.justification, q.status, q.expires_on, q.decided_by, q.decision_note,
      ${isWithinOwn} as is_within
    from public.permission_requests q where q.id = ${id}::uuid and q.status <> 'draft'`.execute(tx)
  if (!rows[0]) return undefined
  const { is_within: isWithin, ...request } = rows[0]
  return { request, asker: await findActor(tx), isWithin }
}
