import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { billingRefusals, notificationTexts } from '../../messages.ts'
import { answerBlocker } from '../../rules.ts'
import { lockOffer } from './lock-offer.ts'
import { noteEvents } from './note-event.ts'

/** The nominee accepts billing or declines; acceptance notifies both people, declining the owner. */
export async function answerOffer(
  tx: Tx,
  viewer: Viewer,
  id: string,
  answer: 'accept' | 'decline',
): Promise<void> {
  const { offer, ownerId } = await lockOffer(tx, id)
  const facts = { ...offer, nominee_id: offer.nominee.id, from_id: offer.from?.id ?? null }
  const now = Date.now()
  refuseIf(billingRefusals, answerBlocker(facts, answer, { id: viewer.userId, ownerId, now }))
  const { school_id } = offer
  const name = offer.nominee.name
  const school = viewer.schoolName ?? 'your school'
  // The owner changes while the offer is pending, because the policy requires a pending offer.
  if (answer === 'accept') await becomeOwner(tx, school_id, offer.nominee.id)
  const status = answer === 'accept' ? 'accepted' : 'declined'
  await tx.updateTable('ownership_transfers').set({ status }).where('id', '=', id).execute()
  const said =
    answer === 'accept'
      ? notification(notificationTexts, 'billing.handed_over', { school, owner: name })
      : notification(notificationTexts, 'billing.declined', { school, nominee: name })
  await noteEvents(tx, [
    {
      school_id,
      kind: answer === 'accept' ? 'owner_changed' : 'offer_declined',
      actor_id: viewer.realUserId,
      details: answer === 'accept' ? { owner: name } : { nominee: name },
    },
  ])
  const row = { table: 'ownership_transfers', id } as const
  const how = { type: 'billing', url: '/billing' } as const
  await notifyOfRow(tx, row, { to: ['requester_id'], ...how, key: `billing answer ${id}` }, said)
  if (answer === 'decline') return
  const own = notification(notificationTexts, 'billing.owner', { school })
  await notifyOfRow(tx, row, { to: ['user_id'], ...how, key: `billing owner ${id}` }, own)
}

async function becomeOwner(tx: Tx, schoolId: string, userId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_owners')
    .set({ owner_id: userId })
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await sql`insert into public.billing_owners (school_id, owner_id) values (${schoolId}, ${userId})`.execute(
      tx,
    )
}
