import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals } from '../../messages.ts'

/** Locks reported hours that the asker may see: of two who decide, or of two tabs, the second reads what the first did. Refused where there are none. */
export async function lockRequest(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('hours_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? refuse(hoursRequestRefusals, refusal('hours_request.missing'))
}
