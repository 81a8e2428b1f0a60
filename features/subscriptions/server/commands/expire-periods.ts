import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { PAST_DUE_DAYS } from '../../rules.ts'
import { noteEvents } from './note-event.ts'

type Ended = {
  school_id: string
  school: string
  owner_id: string | null
  from: SubscriptionStatus
  to: SubscriptionStatus
}

/**
 * As the worker: a plan by invoice becomes past due when its period ends. Any late payment counts as unpaid after the grace days, also one
 * that the payment provider still tries.
 */
export async function expirePeriods(tx: Tx): Promise<number> {
  const { rows } = await sql<Ended>`
    with over as (
      select s.id, s.status from public.subscriptions s where s.by_invoice and s.status = 'active' and s.period_ends_at <= now()
        or s.status = 'past_due' and s.past_due_since <= now() - ${`${PAST_DUE_DAYS} days`}::interval for update of s skip locked)
    update public.subscriptions s set status = case o.status when 'active' then 'past_due' else 'unpaid' end,
      past_due_since = coalesce(s.past_due_since, now())
    from over o, public.schools c where s.id = o.id and c.id = s.school_id
    returning s.school_id, c.name as school, o.status as "from", s.status as "to",
      (select w.owner_id from public.billing_owners w where w.school_id = s.school_id) as owner_id`.execute(
    tx,
  )
  await noteEvents(
    tx,
    rows.map(({ school_id, from, to }) => ({ school_id, kind: 'status_changed', details: { from, to } })),
  )
  await notifyPeople(
    tx,
    rows.map(({ owner_id, school, to }): Notice => ({
      to: [owner_id],
      type: 'billing',
      url: '/billing',
      ...(to === 'past_due'
        ? notification(notificationTexts, 'billing.period_over', { school })
        : notification(notificationTexts, 'billing.unpaid', { school })),
    })),
  )
  return rows.length
}
