export { lockWishlist } from './commands/lock-wishlist.ts'
export { notifyStudents } from './commands/notify-students.ts'
export { startWishlistNotices } from './worker.ts'
export { findWishlists } from './queries/find-wishlists.ts'
