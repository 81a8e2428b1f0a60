import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { runRefusals } from '../../messages.ts'

/** The stored weights of a wishlist. */
export async function getWeights(tx: Tx, campaignId: string): Promise<unknown> {
  const row = await tx
    .selectFrom('wishlist_campaigns')
    .select('weights')
    .where('id', '=', campaignId)
    .executeTakeFirst()
  return row ? row.weights : refuse(runRefusals, refusal('run.not_found'))
}
