import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals } from '../../messages.ts'

/**
 * Locks reported hours that the caller may see, so that the second of two deciders or tabs reads what the first did. Refused if there are
 * none.
 */
export async function lockRequest(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('hours_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuse(hoursRequestRefusals, refusal('hours_request.missing'))
}
