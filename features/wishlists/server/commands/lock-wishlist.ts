import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { findWishlists, type Found } from '../queries/find-wishlists.ts'

/** Locks a wishlist and reads it; throws NOT_FOUND if the actor may not change it. */
export async function lockWishlist(tx: Tx, id: string): Promise<Found> {
  const held = await tx
    .selectFrom('wishlist_campaigns')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute()
  const [wishlist] = held.length > 0 ? await findWishlists(tx, id) : []
  return wishlist ?? refuse(wishlistRefusals, refusal('wishlist.not_found'))
}
