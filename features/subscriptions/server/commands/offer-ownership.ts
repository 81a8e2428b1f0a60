import { sql } from 'kysely'
import { refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Billing } from '../../contract.ts'
import { billingRefusals, notificationTexts } from '../../messages.ts'
import { offerBlocker } from '../../rules.ts'
import { findOffer } from '../queries/find-offer.ts'
import { noteEvents } from './note-event.ts'

/** Offers billing to another administrator; repeating it with the same id changes nothing. */
export async function offerOwnership(
  tx: Tx,
  viewer: Viewer,
  billing: Billing,
  { id, nominee_id }: { id: string; nominee_id: string },
): Promise<void> {
  const known = await findOffer(tx, { id })
  if (known?.nominee.id === nominee_id) return
  refuseIf(billingRefusals, offerBlocker(billing))
  const nominee = billing.nominees.find((one) => one.id === nominee_id)
  refuseIf(billingRefusals, nominee ? null : refusal('transfer.not_nominee'))
  const { school_id, school_name: school, owner } = billing
  // One that expired stays pending until the calendar ends it, and is not shown anymore.
  await tx
    .updateTable('ownership_transfers')
    .set({ status: 'withdrawn' })
    .where('school_id', '=', school_id)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', sql<string>`now()`)
    .execute()
  await tx
    .insertInto('ownership_transfers')
    .values({ id, school_id, nominee_id, from_id: owner?.id ?? null, created_by: viewer.userId })
    .execute()
  await noteEvents(tx, [
    { school_id, kind: 'owner_offered', actor_id: viewer.realUserId, details: { nominee: nominee!.name } },
  ])
  await notifyOfRow(
    tx,
    { table: 'ownership_transfers', id },
    { to: ['user_id'], type: 'billing', url: '/billing/transfer-ownership', key: `billing offer ${id}` },
    notification(notificationTexts, 'billing.offered', { school, by: viewer.fullName }),
  )
}
