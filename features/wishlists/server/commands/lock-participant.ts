import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { answerBlocker } from '../../rules.ts'
import type { Found } from '../queries/find-wishlists.ts'
import { lockWishlist } from './lock-wishlist.ts'

/** Throws if a student is in none of the cohorts of a wishlist. */
export async function refuseNonParticipant(
  tx: Tx,
  { cohort_ids: cohorts }: Pick<Found, 'cohort_ids'>,
  studentId: string,
): Promise<void> {
  const member = await tx
    .selectFrom('cohort_memberships')
    .select('cohort_id')
    .where('student_id', '=', studentId)
    .where('cohort_id', 'in', cohorts)
    .where('to_date', 'is', null)
    .executeTakeFirst()
  if (!member) refuse(wishlistRefusals, refusal('wishlist.not_yours'))
}

/** Locks a wishlist for a school's decision about one of its students: from its opening until the results are published. */
export async function lockParticipant(tx: Tx, id: string, studentId: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  refuseIf(wishlistRefusals, answerBlocker(wishlist))
  await refuseNonParticipant(tx, wishlist, studentId)
}

/** Locks what a student declared; refuses if they changed it since the school read it. */
export async function lockDeclaration(
  tx: Tx,
  { id, student_id, version }: { id: string; student_id: string; version: number },
) {
  const declared = await tx
    .selectFrom('wishlist_submissions')
    .select(['version', 'conflicts', 'allowed_options'])
    .where('campaign_id', '=', id)
    .where('student_id', '=', student_id)
    .forUpdate()
    .executeTakeFirst()
  if (declared?.version !== version) refuse(wishlistRefusals, refusal('wishlist.declared_anew'))
  return declared
}
