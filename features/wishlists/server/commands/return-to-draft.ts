import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { lockWishlist } from './lock-wishlist.ts'

/** Turns an announced wishlist back into a draft, as long as no one has chosen or added anything: changed options are new ones. */
export async function returnToDraft(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status === 'draft') return
  const chosen = await tx
    .selectFrom('wishlist_choices')
    .select('campaign_id')
    .where('campaign_id', '=', id)
    .limit(1)
    .execute()
  if (chosen.length > 0) refuse(wishlistRefusals, refusal('wishlist.has_choices'))
  const added = await tx
    .selectFrom('wishlist_submissions')
    .select('campaign_id')
    .where('campaign_id', '=', id)
    .limit(1)
    .execute()
  if (added.length > 0) refuse(wishlistRefusals, refusal('wishlist.has_facts'))
  await tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute()
}
