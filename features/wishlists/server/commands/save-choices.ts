import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Choice } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { chooseBlocker } from '../../rules.ts'
import { findWishlists } from '../queries/find-wishlists.ts'
import { listOptions } from '../queries/list-options.ts'
import { refuseNonParticipant } from './lock-participant.ts'

type Party = 'student' | 'school'
type Sent = {
  id: string
  student_id: string
  choices: readonly Choice[]
  seen?: readonly Choice[] | undefined
}

/**
 * Saves a student's ranking, best first, replacing the previous one: entered by the student, or by the school for them. With `seen`, it
 * replaces only these choices.
 */
export async function saveChoices(
  tx: Tx,
  { id, student_id: student, choices, seen }: Sent,
  party: Party,
): Promise<void> {
  const [wishlist] = await findWishlists(tx, id)
  if (!wishlist) refuse(wishlistRefusals, refusal('wishlist.not_found'))
  const options = await listOptions(tx, [id])
  const optionIds = options.map((option) => option.id)
  refuseIf(wishlistRefusals, chooseBlocker({ ...wishlist, option_ids: optionIds, choices, party }))
  if (party === 'school') await refuseNonParticipant(tx, wishlist, student)
  await sql`select pg_advisory_xact_lock(hashtextextended('choices ' || ${id} || ${student}, 0))`.execute(tx)
  if (seen) await refuseUnseen(tx, { id, student, seen: [seen, choices], party })
  const before = await tx
    .deleteFrom('wishlist_choices')
    .where('campaign_id', '=', id)
    .where('student_id', '=', student)
    .returning('option_id')
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
  if (wishlist.phase !== 'closed' || !wishlist.partners_rank) return
  // The facilities are asked again: once they rank, those whom they do not rank get no seat there.
  const known = before.map((choice) => choice.option_id)
  if (choices.every((choice) => known.includes(choice.option_id))) return
  await tx.updateTable('wishlist_campaigns').set({ partners_noticed: false }).where('id', '=', id).execute()
}

type Seen = { id: string; student: string; seen: (readonly Choice[])[]; party: Party }

/** Refuses unless the choices are one of these lists: the one that is replaced or, if an answer was lost, the one sent. */
async function refuseUnseen(tx: Tx, { id, student, seen, party }: Seen): Promise<void> {
  const now = await tx
    .selectFrom('wishlist_choices')
    .select(['option_id', 'comment'])
    .where('campaign_id', '=', id)
    .where('student_id', '=', student)
    .orderBy('rank')
    .execute()
  const isNow = (list: readonly Choice[]) =>
    now.length === list.length &&
    now.every(
      (one, at) => one.option_id === list[at]!.option_id && one.comment === (list[at]!.comment || null),
    )
  if (!seen.some(isNow)) refuse(wishlistRefusals, refusal('wishlist.chosen_anew', { party }))
}
