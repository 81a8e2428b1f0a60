import { randomUUID } from 'node:crypto'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { listRotations } from '../queries/list-rotations.ts'

/** Creates a draft whose options are the chosen rotations as they are now. */
export async function createWishlist(
  tx: Tx,
  id: string,
  { series_ids: chosen, ...fields }: WishlistFields,
): Promise<void> {
  refuseIf(wishlistRefusals, fieldsBlocker({ ...fields, series_ids: chosen }))
  const rotations = await listRotations(tx, fields.semester_id, chosen)
  if (rotations.length < new Set(chosen).size) refuse(wishlistRefusals, refusal('wishlist.series_unknown'))
  const { school_id: schoolId } = await tx
    .selectFrom('semesters')
    .select('school_id')
    .where('id', '=', fields.semester_id)
    .executeTakeFirstOrThrow()
  const made = await tx
    .insertInto('wishlist_campaigns')
    .values({ id, school_id: schoolId, ...fields } as never)
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length === 0) return
  await tx
    .insertInto('wishlist_options')
    .values(
      rotations.map(({ facility_id: _unit, ...rotation }, at) => ({
        ...rotation,
        id: randomUUID(),
        school_id: schoolId,
        campaign_id: id,
        position: at + 1,
      })),
    )
    .execute()
}
