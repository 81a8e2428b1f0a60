import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Choice } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { chooseBlocker } from '../../rules.ts'
import { findWishlists } from '../queries/find-wishlists.ts'
import { listOptions } from '../queries/list-options.ts'
import { refuseNonParticipant } from './lock-participant.ts'

type Sent = { id: string; student_id: string; choices: readonly Choice[] }

/** Saves a student's ranking, best first, replacing the previous one: entered by the student, or by the school for them. */
export async function saveChoices(
  tx: Tx,
  { id, student_id: student, choices }: Sent,
  party: 'student' | 'school',
): Promise<void> {
  const [wishlist] = await findWishlists(tx, id)
  if (!wishlist) refuse(wishlistRefusals, refusal('wishlist.not_found'))
  const options = await listOptions(tx, [id])
  const optionIds = options.map((option) => option.id)
  refuseIf(wishlistRefusals, chooseBlocker({ ...wishlist, option_ids: optionIds, choices, party }))
  if (party === 'school') await refuseNonParticipant(tx, wishlist, student)
  await tx
    .deleteFrom('wishlist_choices')
    .where('campaign_id', '=', id)
    .where('student_id', '=', student)
    .execute()
  if (choices.length === 0) return
  await tx
    .insertInto('wishlist_choices')
    .values(
      choices.map((choice, at) => ({
        campaign_id: id,
        student_id: student,
        school_id: wishlist.school_id,
        option_id: choice.option_id,
        rank: at + 1,
        comment: choice.comment || null,
      })),
    )
    .execute()
}
