import type { Tx } from '#platform/server/db.ts'
import { lockWishlist } from './lock-wishlist.ts'

/** Makes a draft again of an announced wishlist, as long as no one has chosen; a guard looks at that. */
export async function takeBackWishlist(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status === 'draft') return
  await tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute()
}
