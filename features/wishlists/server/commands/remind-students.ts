import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, wishlistRefusals } from '../../messages.ts'
import { lockWishlist } from './lock-wishlist.ts'
import { notifyStudents } from './notify-students.ts'

/** Reminds the students who have not chosen enough options, each at most once a day; returns how many. */
export async function remindStudents(tx: Tx, id: string): Promise<number> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.phase !== 'open') refuse(wishlistRefusals, refusal('wishlist.not_open'))
  const values = { kind: wishlist.kind, wishlist: wishlist.name, closesOn: wishlist.closes_on }
  return notifyStudents(tx, wishlist, notification(notificationTexts, 'wishlist.reminder', values), 'missing')
}
