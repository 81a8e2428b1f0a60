import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, wishlistRefusals } from '../../messages.ts'
import { announceBlocker } from '../../rules.ts'
import { lockWishlist } from './lock-wishlist.ts'
import { notifyStudents } from './notify-students.ts'

/** Shows a draft to its students and notifies them. */
export async function announceWishlist(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status === 'announced') return
  refuseIf(wishlistRefusals, announceBlocker(wishlist, wishlist.today))
  await tx
    .updateTable('wishlist_campaigns')
    .set({ status: 'announced', opening_noticed: wishlist.opens_on <= wishlist.today })
    .where('id', '=', id)
    .execute()
  const values = {
    kind: wishlist.kind,
    wishlist: wishlist.name,
    opensOn: wishlist.opens_on,
    closesOn: wishlist.closes_on,
  }
  await notifyStudents(tx, wishlist, notification(notificationTexts, 'wishlist.announced', values))
}
