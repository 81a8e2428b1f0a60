import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { takeBackBlocker } from '../../rules.ts'
import { lockWishlist } from './lock-wishlist.ts'

/** Turns an announced wishlist back into a draft, as long as no one has chosen or added anything: changed options are new ones. */
export async function returnToDraft(tx: Tx, id: string): Promise<void> {
  const wishlist = await lockWishlist(tx, id)
  if (wishlist.status === 'draft') return
  const { rows } = await sql<{ has_choices: boolean; has_facts: boolean }>`
    select exists (select from public.wishlist_choices where campaign_id = ${id}::uuid) as has_choices,
      exists (select from public.wishlist_submissions where campaign_id = ${id}::uuid) as has_facts`.execute(
    tx,
  )
  refuseIf(wishlistRefusals, takeBackBlocker(rows[0]!))
  await tx.updateTable('wishlist_campaigns').set({ status: 'draft' }).where('id', '=', id).execute()
}
