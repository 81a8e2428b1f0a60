import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { billingRefusals } from '../../messages.ts'
import { withdrawBlocker } from '../../rules.ts'
import { lockOffer } from './lock-offer.ts'
import { noteEvents } from './note-event.ts'

/** Withdraws an offer, for the billing owner or the superadmin. */
export async function withdrawOffer(tx: Tx, viewer: Viewer, id: string): Promise<void> {
  const { offer, ownerId } = await lockOffer(tx, id)
  const mayManage = viewer.role === 'superadmin' || ownerId === viewer.userId
  refuseIf(billingRefusals, mayManage ? withdrawBlocker(offer) : refusal('billing.not_owner'))
  await tx.updateTable('ownership_transfers').set({ status: 'withdrawn' }).where('id', '=', id).execute()
  await noteEvents(tx, [
    {
      school_id: offer.school_id,
      kind: 'offer_withdrawn',
      actor_id: viewer.realUserId,
      details: { nominee: offer.nominee.name },
    },
  ])
}
