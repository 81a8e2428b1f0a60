import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { columnsOf } from './create-wishlist.ts'
import { lockWishlist } from './lock-wishlist.ts'
import { addOptions, optionsOf } from './write-options.ts'

type Sent = { id: string; version: number }

/** Changes a draft: recreates its options from the current rotations or preceptors. */
export async function changeWishlist(tx: Tx, { id, version }: Sent, fields: WishlistFields): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status !== 'draft') refuse(wishlistRefusals, refusal('wishlist.not_draft'))
  if (wishlist.version !== version) refuse(wishlistRefusals, refusal('wishlist.old_version'))
  refuseIf(wishlistRefusals, fieldsBlocker(fields))
  const found = await optionsOf(tx, fields)
  await tx.deleteFrom('wishlist_options').where('campaign_id', '=', id).execute()
  await tx.updateTable('wishlist_campaigns').set(columnsOf(fields)).where('id', '=', id).execute()
  await addOptions(tx, id, found)
}
