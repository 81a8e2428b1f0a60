import type { Tx } from '#platform/server/db.ts'
import type { OwnWishlist } from '../../contract.ts'
import { findWishlists } from './find-wishlists.ts'
import { listOptions } from './list-options.ts'

/** The wishlists of the asking student with their options and what they ranked, best first. */
export async function listOwn(tx: Tx, studentId: string, id?: string): Promise<OwnWishlist[]> {
  const wishlists = await findWishlists(tx, id)
  const ids = wishlists.map((wishlist) => wishlist.id)
  if (ids.length === 0) return []
  const options = await listOptions(tx, ids)
  const choices = await tx
    .selectFrom('wishlist_choices')
    .select(['campaign_id', 'option_id', 'comment'])
    .where('campaign_id', 'in', ids)
    .where('student_id', '=', studentId)
    .orderBy('rank')
    .execute()
  return wishlists.map(({ school_id: _school, cohort_ids: _cohorts, today: _today, ...wishlist }) => ({
    ...wishlist,
    options: options.filter((o) => o.campaign_id === wishlist.id).map(({ campaign_id: _id, ...o }) => o),
    choices: choices
      .filter((choice) => choice.campaign_id === wishlist.id)
      .map(({ option_id, comment }) => ({ option_id, comment })),
  }))
}
