import { refuseIf, refusal } from '#core/refusal.ts'
import { lockWishlist } from '#features/wishlists/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Weights } from '../../contract.ts'
import { runRefusals } from '../../messages.ts'

/** Sets the weights for the next runs of a wishlist; existing runs keep theirs. */
export async function saveWeights(tx: Tx, campaignId: string, weights: Weights): Promise<void> {
  const { phase } = await lockWishlist(tx, campaignId)
  refuseIf(runRefusals, phase === 'published' || phase === 'archived' ? refusal('run.decided') : null)
  await tx
    .updateTable('wishlist_campaigns')
    .set({ weights: JSON.stringify(weights) })
    .where('id', '=', campaignId)
    .execute()
}
