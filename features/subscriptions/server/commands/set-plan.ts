import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import { findPlan } from '#features/plans/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { billingRefusals, notificationTexts } from '../../messages.ts'
import { manualPlanBlocker, lastDayBlocker, MAX_PLAN_DAYS } from '../../rules.ts'
import { findSubscription } from '../queries/find-subscription.ts'
import { noteEvents } from './note-event.ts'

type ManualPlan = { id: string; version: number; plan_id: string; until: PlainDate; reason: string }

/** The superadmin sets a plan that is paid by invoice, until a day. */
export async function setPlan(tx: Tx, viewer: Viewer, asked: ManualPlan): Promise<void> {
  const plan = (await findPlan(tx, asked.plan_id)) ?? refuse(billingRefusals, refusal('billing.no_plan'))
  if (plan.audience !== 'school') refuse(billingRefusals, refusal('billing.no_plan'))
  const found = await findSubscription(tx, asked)
  refuseIf(billingRefusals, manualPlanBlocker(found))
  refuseIf(billingRefusals, lastDayBlocker(asked.until, found, Date.now(), MAX_PLAN_DAYS))
  const { school_id, school_name: school, until_at } = found
  const { numUpdatedRows } = await tx
    .updateTable('subscriptions')
    .set({
      status: 'active',
      plan_id: plan.id,
      by_invoice: true,
      period_ends_at: until_at,
      ends_with_period: false,
      past_due_since: null,
    })
    .where('id', '=', asked.id)
    .where('version', '=', asked.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse(billingRefusals, refusal('billing.old_version'))
  await noteEvents(tx, [
    {
      school_id,
      kind: 'plan_by_hand',
      actor_id: viewer.realUserId,
      reason: asked.reason,
      details: { plan: plan.name, until: until_at },
    },
  ])
  await notifyOfRow(
    tx,
    { table: 'subscriptions', id: asked.id },
    { to: ['user_id'], type: 'billing', url: '/billing', key: `plan by hand ${asked.id} ${asked.version}` },
    notification(notificationTexts, 'billing.active', { school, plan: plan.name }),
  )
}
