import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { addOptions, optionsOf } from './write-options.ts'

/** Creates a draft whose options are the chosen rotations, preceptors or units as they are now. */
export async function createWishlist(tx: Tx, id: string, fields: WishlistFields): Promise<void> {
  refuseIf(wishlistRefusals, fieldsBlocker(fields))
  const found = await optionsOf(tx, fields)
  const made = await tx
    .insertInto('wishlist_campaigns')
    .values({ id, school_id: found.schoolId, ...columnsOf(fields) })
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length > 0) await addOptions(tx, id, found)
}

/** The fields stored with the wishlist itself; a capstone is one seat for each student. */
export function columnsOf({ rotation_ids: _rotations, opening_ids: _openings, ...fields }: WishlistFields) {
  return { ...fields, rotations: fields.kind === 'capstone' ? 1 : fields.rotations }
}
