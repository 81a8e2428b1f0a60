import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Declaration } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { declareBlocker } from '../../rules.ts'
import { findWishlists } from '../queries/find-wishlists.ts'
import { listOptions } from '../queries/list-options.ts'

/** Saves what a student adds to the ranking; a changed hardship needs verification again. */
export async function declareFacts(
  tx: Tx,
  { id, student_id }: { id: string; student_id: string },
  declared: Declaration,
): Promise<void> {
  const [wishlist] = await findWishlists(tx, id)
  if (!wishlist) return refuse(wishlistRefusals, refusal('wishlist.not_found'))
  const option_ids = (await listOptions(tx, [id])).map((option) => option.id)
  refuseIf(wishlistRefusals, declareBlocker({ ...wishlist, option_ids }, declared))
  await refuseUnknownZip(tx, declared.postal_code)
  const before = await tx
    .selectFrom('wishlist_submissions')
    .select(['hardship_kind', 'hardship_detail', 'hardship_file_ids', 'hardship_status'])
    .where('campaign_id', '=', id)
    .where('student_id', '=', student_id)
    .forUpdate()
    .executeTakeFirst()
  const hardship = {
    hardship_kind: declared.hardship_kind,
    hardship_detail: declared.hardship_kind === null ? null : declared.hardship_detail || null,
    hardship_file_ids: declared.hardship_file_ids,
  }
  await keepFiles(tx, declared.hardship_file_ids, { purpose: 'hardship', ownerId: student_id })
  const isSame =
    before?.hardship_kind === hardship.hardship_kind &&
    before.hardship_detail === hardship.hardship_detail &&
    before.hardship_file_ids.join() === hardship.hardship_file_ids.join()
  const facts = {
    postal_code: declared.postal_code,
    ...hardship,
    hardship_status: isSame ? before.hardship_status : hardship.hardship_kind === null ? 'none' : 'declared',
    conflicts: JSON.stringify(declared.conflicts),
  }
  await tx
    .insertInto('wishlist_submissions')
    .values({ campaign_id: id, student_id, school_id: wishlist.school_id, ...facts })
    .onConflict((there) => there.columns(['campaign_id', 'student_id']).doUpdateSet(facts))
    .execute()
}

async function refuseUnknownZip(tx: Tx, zip: string | null): Promise<void> {
  if (zip === null) return
  const known = await tx
    .selectFrom('postal_codes')
    .select('postal_code')
    .where('postal_code', '=', zip)
    .executeTakeFirst()
  if (!known) refuse(wishlistRefusals, refusal('wishlist.zip_unknown'))
}
