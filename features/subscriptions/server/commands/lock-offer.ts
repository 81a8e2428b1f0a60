import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { billingRefusals } from '../../messages.ts'
import { findOffer } from '../queries/find-offer.ts'

/** Locks an offer and reads it, with the current billing owner; throws NOT_FOUND if the actor may not see it. */
export async function lockOffer(tx: Tx, id: string) {
  await tx.selectFrom('ownership_transfers').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const offer = (await findOffer(tx, { id })) ?? refuse(billingRefusals, refusal('transfer.not_found'))
  const owner = await tx
    .selectFrom('billing_owners')
    .select('owner_id')
    .where('school_id', '=', offer.school_id)
    .executeTakeFirst()
  return { offer, ownerId: owner?.owner_id ?? null }
}
