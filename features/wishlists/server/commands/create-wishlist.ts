import type { Insertable } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistFields } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { fieldsBlocker } from '../../rules.ts'
import { addOptions, optionsOf } from './write-options.ts'

type NewRow = Insertable<DB['wishlist_campaigns']>

/** Creates a draft whose options are the chosen rotations, preceptors or units as they are now. */
export async function createWishlist(tx: Tx, id: string, fields: WishlistFields): Promise<void> {
  refuseIf(wishlistRefusals, fieldsBlocker(fields))
  const found = await optionsOf(tx, fields)
  const row: Omit<NewRow, 'opens_at' | 'closes_at'> = {
    id,
    school_id: found.schoolId,
    ...columnsOf(fields),
  }
  const made = await tx
    .insertInto('wishlist_campaigns')
    // A trigger sets when it opens and closes, from the days.
    .values(row as NewRow)
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .execute()
  if (made.length > 0) await addOptions(tx, id, found)
}

/** The fields stored with the wishlist itself; a capstone is one seat for each student. */
export function columnsOf({ rotation_ids: _rotations, opening_ids: _openings, ...fields }: WishlistFields) {
  return { ...fields, rotations: fields.kind === 'capstone' ? 1 : fields.rotations }
}
