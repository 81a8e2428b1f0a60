import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { requestRefusals } from '../../messages.ts'

/** Locks the caller's own request. Throws if they have none with this id. */
export async function lockOwnRequest(tx: Tx, id: string) {
  const asker = await findActor(tx)
  const request = await tx
    .selectFrom('permission_requests')
    .selectAll()
    .where('id', '=', id)
    .where('requester_id', '=', asker.id)
    .forUpdate()
    .executeTakeFirst()
  return request ?? refuse(requestRefusals, refusal('permission_request.missing'))
}

/** The name of the person who decided a request that the caller may see; null while it is pending. */
export async function deciderOf(tx: Tx, id: string): Promise<string | null> {
  const found = await tx
    .selectFrom('permission_requests')
    .select(sql<string | null>`app.name_of_proctor(decided_by)`.as('name'))
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.name ?? null
}
