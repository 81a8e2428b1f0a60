import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, wishlistRefusals } from '../../messages.ts'
import { closeBlocker, earlyLastDay } from '../../rules.ts'
import { lockWishlist } from './lock-wishlist.ts'
import { notifyStudents } from './notify-students.ts'

/** Closes an open wishlist before its last day is over, and notifies its students; repeating it changes nothing. */
export async function closeWishlist(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.phase === 'closed') return
  refuseIf(wishlistRefusals, closeBlocker(wishlist, wishlist.today))
  const closesOn = earlyLastDay(wishlist, wishlist.today)
  await tx.updateTable('wishlist_campaigns').set({ closes_on: closesOn }).where('id', '=', id).execute()
  const values = { wishlist: wishlist.name, closesOn, isOver: closesOn < wishlist.today }
  await notifyStudents(tx, wishlist, notification(notificationTexts, 'wishlist.closed_early', values))
}
