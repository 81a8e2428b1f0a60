import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { archiveBlocker } from '../../rules.ts'
import { lockWishlist } from './lock-wishlist.ts'

/** Archives a wishlist that is over: it can be read but no longer changed. */
export async function archiveWishlist(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status === 'archived') return
  refuseIf(wishlistRefusals, archiveBlocker(wishlist, Date.now()))
  await tx.updateTable('wishlist_campaigns').set({ status: 'archived' }).where('id', '=', id).execute()
}
