import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { billingRefusals, notificationTexts } from '../../messages.ts'
import { extendBlocker, extensionBlocker, lastDayBlocker, MAX_TRIAL_DAYS } from '../../rules.ts'
import { findSubscription } from '../queries/find-subscription.ts'
import { noteEvents } from './note-event.ts'

type Extension = { id: string; version: number; until: PlainDate; reason: string }

/** The superadmin extends a trial until the end of a day; one that ended without payment begins again. */
export async function extendTrial(tx: Tx, viewer: Viewer, asked: Extension): Promise<void> {
  const found = await findSubscription(tx, asked)
  refuseIf(billingRefusals, extendBlocker(found))
  refuseIf(billingRefusals, lastDayBlocker(asked.until, found, Date.now(), MAX_TRIAL_DAYS))
  refuseIf(billingRefusals, extensionBlocker(found, found.until_at))
  const { school_id, school_name: school, until_at } = found
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({ status: 'trialing', trial_ends_at: until_at, plan_id: null, by_invoice: false })
    .where('id', '=', asked.id)
    .where('version', '=', asked.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse(billingRefusals, refusal('billing.old_version'))
  await noteEvents(tx, [
    {
      school_id,
      kind: 'trial_extended',
      actor_id: viewer.realUserId,
      reason: asked.reason,
      details: { until: until_at },
    },
  ])
  await notifyOfRow(
    tx,
    { table: 'subscriptions', id: asked.id },
    { to: ['user_id'], type: 'billing', url: '/billing', key: `trial extended ${asked.id} ${asked.version}` },
    notification(notificationTexts, 'billing.trial_extended', { school, on: asked.until }),
  )
}
