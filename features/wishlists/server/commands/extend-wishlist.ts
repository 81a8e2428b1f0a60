import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, wishlistRefusals } from '../../messages.ts'
import { extendBlocker } from '../../rules.ts'
import { lockWishlist } from './lock-wishlist.ts'
import { notifyStudents } from './notify-students.ts'

/** Moves the last day of a wishlist to a later one, and notifies its students if it is announced. */
export async function extendWishlist(tx: Tx, id: string, closesOn: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  refuseIf(wishlistRefusals, extendBlocker(wishlist, closesOn, wishlist.today))
  // Facilities are asked to rank again once it has closed: students may choose them until then.
  await tx
    .updateTable('wishlist_campaigns')
    .set({ closes_on: closesOn, partners_noticed: false })
    .where('id', '=', id)
    .execute()
  if (wishlist.status === 'draft') return
  const values = { wishlist: wishlist.name, closesOn }
  await notifyStudents(tx, wishlist, notification(notificationTexts, 'wishlist.extended', values))
}
