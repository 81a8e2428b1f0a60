import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { type Notice, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { statusWithGrace, supersedesStored } from '../../rules.ts'
import type { PaidFacts, PaidSubscription, PaymentEvent } from '../payments.ts'
import { storeInvoices } from './store-invoices.ts'
import { noteEvents } from './note-event.ts'
import { noteReading } from './note-reading.ts'

type Known = {
  id: string
  school_id: string
  school: string
  status: SubscriptionStatus
  plan_id: string | null
  provider_id: string | null
  ends_with_period: boolean
  by_invoice: boolean
  read_at: string | null
  past_due_since: string | null
  owner_id: string | null
}

/** What was read about one customer at the payment provider, when reading began, and the event that triggered it. */
export type ProviderReading = {
  customer: string
  at: string
  facts: PaidFacts
  event?: PaymentEvent | undefined
}

/**
 * As the worker: stores what the payment provider says about a school, unless a later reading is already stored. An event counts once.
 * Returns the status, or null for a customer of no school.
 */
export async function storeReading(
  tx: Tx,
  { customer, at, facts, event }: ProviderReading,
): Promise<SubscriptionStatus | null> {
  const { rows } = await sql<Known>`
    select s.id, s.school_id, s.status, s.plan_id, s.provider_id, s.ends_with_period, s.by_invoice, s.read_at, s.past_due_since,
      coalesce((select c.name from public.schools c where c.id = s.school_id), 'your school') as school,
      (select o.owner_id from public.billing_owners o where o.school_id = s.school_id) as owner_id
    from public.subscriptions s where s.customer_id = ${customer} for update of s`.execute(tx)
  const known = rows[0]
  if (!known) return null
  if (event && !(await noteReport(tx, known.school_id, event))) return known.status
  await storeInvoices(tx, known.school_id, at, facts.invoices)
  if (!facts.subscription || !supersedesStored(known, { at, subscription: facts.subscription })) {
    await noteReading(tx, customer, at)
    return known.status
  }
  const { subscription } = facts
  const paid = {
    ...subscription,
    status: statusWithGrace(subscription.status, known.past_due_since, Date.now()),
  }
  await write(tx, known, at, paid)
  await notifyOf(tx, known, { subscription: paid, others: facts.others })
  return paid.status
}

/** Returns false if this event is already known, because providers send some twice. */
async function noteReport(tx: Tx, schoolId: string, { id, type }: PaymentEvent): Promise<boolean> {
  const noted = await tx
    .insertInto('billing_events')
    .values({
      school_id: schoolId,
      kind: 'reported',
      details: JSON.stringify({ type }),
      provider_event_id: id,
    })
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

async function write(tx: Tx, { id }: Known, at: string, paid: PaidSubscription): Promise<void> {
  await sql`
    update public.subscriptions s set status = ${paid.status}, provider_id = ${paid.id}, read_at = ${at}, by_invoice = false,
      plan_id = (select p.id from public.plans p where p.id = ${paid.plan_id}),
      trial_ends_at = coalesce(${paid.trial_ends_at}::timestamptz, s.trial_ends_at), period_ends_at = ${paid.period_ends_at},
      ends_with_period = ${paid.ends_with_period},
      past_due_since = case when ${paid.status} in ('past_due', 'unpaid') then coalesce(s.past_due_since, now()) end
    where s.id = ${id}`.execute(tx)
}

type Paid = { subscription: PaidSubscription; others: number }

async function notifyOf(tx: Tx, known: Known, { subscription, others }: Paid): Promise<void> {
  const { school_id } = known
  const { status, plan_id, ends_with_period } = subscription
  const plan = await tx
    .selectFrom('plans')
    .select('name')
    .where('id', '=', plan_id ?? '')
    .executeTakeFirst()
  const isNew = status !== known.status
  await noteEvents(tx, [
    ...(plan_id === known.plan_id
      ? []
      : [{ school_id, kind: 'plan_changed', details: { plan: plan?.name ?? null } }]),
    ...(isNew ? [{ school_id, kind: 'status_changed', details: { from: known.status, to: status } }] : []),
    ...(ends_with_period === known.ends_with_period
      ? []
      : [{ school_id, kind: 'cancellation', details: { on: ends_with_period } }]),
    ...(others > 0 && known.provider_id !== subscription.id
      ? [{ school_id, kind: 'second_subscription' }]
      : []),
  ])
  const said = isNew ? saidOf(status, known.school, plan?.name ?? 'Your plan') : null
  const url = status === 'canceled' ? '/billing/upgrade' : '/billing'
  const notices: Notice[] = said ? [{ to: [known.owner_id], type: 'billing', url, ...said }] : []
  await notifyPeople(tx, notices)
}

function saidOf(status: SubscriptionStatus, school: string, plan: string) {
  switch (status) {
    case 'active':
      return notification(notificationTexts, 'billing.active', { school, plan })
    case 'past_due':
      return notification(notificationTexts, 'billing.past_due', { school })
    case 'unpaid':
      return notification(notificationTexts, 'billing.unpaid', { school })
    case 'canceled':
      return notification(notificationTexts, 'billing.canceled', { school })
    default:
      return null
  }
}
