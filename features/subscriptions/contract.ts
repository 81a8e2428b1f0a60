import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { plan } from '#features/plans/contract.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
/** Billing is a person’s own responsibility: no one may do it while acting as them. */
const writing = base.meta({ access: ['school_admin'], write: true, whileReadOnly: true, inPersonOnly: true })
const byPlacewell = base.meta({ access: [], write: true })
const tags = ['Billing']

/** Stripe’s eight statuses (Domain §2.19). */
export const subscriptionStatus = z.enum([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
])
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** Spec §3, “Subscription state”. */
export const subscriptionState = z.object({
  hasSubscription: z.boolean(),
  status: subscriptionStatus,
  isTrial: z.boolean(),
  /** Days left in the trial, rounded up; null outside a trial. */
  daysRemaining: z.int().nullable(),
  planName: z.string().nullable(),
  isBillingOwner: z.boolean(),
  canViewBilling: z.boolean(),
})
export type SubscriptionState = z.infer<typeof subscriptionState>

const person = z.object({ id: z.uuid(), name: z.string(), email: z.string() })
export type BillingPerson = z.infer<typeof person>

export const transferStatus = z.enum(['pending', 'accepted', 'declined', 'withdrawn', 'expired'])
export type TransferStatus = z.infer<typeof transferStatus>

/** An offer to transfer billing to another administrator. */
export const transfer = z.object({
  id: z.uuid(),
  from: person.nullable(),
  nominee: person,
  status: transferStatus,
  created_at: z.string(),
  expires_at: z.string(),
})
export type Transfer = z.infer<typeof transfer>

/** What a school pays for, as its administrators see it. */
export const billing = z.object({
  school_id: z.uuid(),
  school_name: z.string(),
  time_zone: z.string(),
  status: subscriptionStatus,
  plan: plan.nullable(),
  /** Paid by an invoice arranged with Placewell, not online. */
  by_invoice: z.boolean(),
  trial_ends_at: z.string(),
  period_ends_at: z.string().nullable(),
  ends_with_period: z.boolean(),
  past_due_since: z.string().nullable(),
  /** True when the payment provider has something to change, cancel or resume. */
  is_online: z.boolean(),
  /** True when payment methods can be stored. */
  has_customer: z.boolean(),
  /** True when online payment is set up on this server. */
  takes_payments: z.boolean(),
  /** The contact address for billing, if the server has one. */
  contact_email: z.string().nullable(),
  owner: person.nullable(),
  /** True for the billing owner and the superadmin. */
  may_manage: z.boolean(),
  /** The latest transfer offer, if it is pending. */
  transfer: transfer.nullable(),
  /** Active administrators of the school other than the owner, for anyone who may transfer billing. */
  nominees: z.array(person),
})
export type Billing = z.infer<typeof billing>

export const invoiceStatus = z.enum(['draft', 'open', 'paid', 'uncollectible', 'void'])
export type InvoiceStatus = z.infer<typeof invoiceStatus>

export const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  status: invoiceStatus,
  due_cents: z.int(),
  paid_cents: z.int(),
  currency: z.string(),
  issued_at: z.string(),
  period_starts_at: z.string().nullable(),
  period_ends_at: z.string().nullable(),
  /** At the payment provider. */
  pdf_url: z.string().nullable(),
  page_url: z.string().nullable(),
})
export type Invoice = z.infer<typeof invoice>

export const card = z.object({
  id: z.string(),
  brand: z.string(),
  last4: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  is_default: z.boolean(),
})
export type Card = z.infer<typeof card>

export const billingEvent = z.object({
  id: z.uuid(),
  kind: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  reason: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type BillingEvent = z.infer<typeof billingEvent>

const subscriptionRow = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  school_name: z.string(),
  status: subscriptionStatus,
  plan_id: z.string().nullable(),
  plan_name: z.string().nullable(),
  by_invoice: z.boolean(),
  is_online: z.boolean(),
  trial_ends_at: z.string(),
  period_ends_at: z.string().nullable(),
  ends_with_period: z.boolean(),
  owner: person.nullable(),
  time_zone: z.string(),
  version: z.int(),
})
export type SubscriptionRow = z.infer<typeof subscriptionRow>

export const subscriptionFilter = z.object({
  search: z.string().trim().max(120).optional(),
  status: subscriptionStatus.optional(),
  plan: z.string().max(60).optional(),
  /** Trials that end within this many days. */
  ending: z.enum(['7', '30']).optional(),
})
export type SubscriptionFilter = z.infer<typeof subscriptionFilter>

const order = {
  sort: z.enum(['school', 'status', 'trial_ends_at', 'period_ends_at']).default('school'),
  dir: z.enum(['asc', 'desc']).default('asc'),
}
const reason = z.string().trim().min(3).max(1000)
const until = z.iso.date()
const away = z.object({ url: z.string() })
const one = z.object({ id: z.uuid() })
const done = z.object({ status: subscriptionStatus })

export const subscriptionsContract = {
  /** Spec §3. For everyone who is signed in: screens load it before they show anything about billing. */
  state: base
    .meta({ access: 'self', write: false })
    .route({
      method: 'GET',
      path: '/billing/state',
      tags,
      summary: 'The subscription of one’s school in short',
    })
    .output(subscriptionState),

  get: base
    .route({
      method: 'GET',
      path: '/billing',
      tags,
      summary: 'What the school pays for, and who looks after it',
    })
    .output(billing),

  invoices: base
    .route({
      method: 'GET',
      path: '/billing/invoices',
      tags,
      summary: 'The school’s invoices, the newest first',
    })
    .output(z.array(invoice)),

  history: base
    .route({
      method: 'GET',
      path: '/billing/history',
      tags,
      summary: 'What happened to the subscription, the newest first',
    })
    .output(z.array(billingEvent)),

  startCheckout: writing
    .route({
      method: 'POST',
      path: '/billing/checkout',
      tags,
      summary: 'Open the payment provider’s page for a plan',
    })
    .input(z.object({ plan_id: z.string().max(60) }))
    .output(away),

  changePlan: writing
    .route({ method: 'POST', path: '/billing/plan', tags, summary: 'Change the plan of a paid subscription' })
    .input(z.object({ plan_id: z.string().max(60) }))
    .output(done),

  refresh: writing
    .route({
      method: 'POST',
      path: '/billing/refresh',
      tags,
      summary: 'Read the subscription again at the payment provider',
    })
    .output(done),

  cancel: writing
    .route({ method: 'POST', path: '/billing/cancel', tags, summary: 'Cancel at the end of the paid period' })
    .output(done),

  resume: writing
    .route({ method: 'POST', path: '/billing/resume', tags, summary: 'Take a cancellation back' })
    .output(done),

  cards: base
    .route({ method: 'GET', path: '/billing/payment-methods', tags, summary: 'The school’s payment methods' })
    .output(z.array(card)),

  addCard: writing
    .route({
      method: 'POST',
      path: '/billing/payment-methods',
      tags,
      summary: 'Open the payment provider’s page for a new card',
    })
    .output(away),

  makeDefault: writing
    .route({
      method: 'POST',
      path: '/billing/payment-methods/{id}/default',
      tags,
      summary: 'Pay with this card from now on',
    })
    .input(z.object({ id: z.string().max(60) }))
    .output(z.array(card)),

  removeCard: writing
    .route({ method: 'DELETE', path: '/billing/payment-methods/{id}', tags, summary: 'Remove a card' })
    .input(z.object({ id: z.string().max(60) }))
    .output(z.array(card)),

  offerOwnership: writing
    .route({
      method: 'POST',
      path: '/billing/transfers',
      tags,
      summary: 'Offer billing to another administrator',
    })
    .input(z.object({ id: z.uuid(), nominee_id: z.uuid() }))
    .output(transfer),

  acceptOwnership: writing
    .route({
      method: 'POST',
      path: '/billing/transfers/{id}/accept',
      tags,
      summary: 'Become the billing owner',
    })
    .input(one)
    .output(transfer),

  declineOwnership: writing
    .route({
      method: 'POST',
      path: '/billing/transfers/{id}/decline',
      tags,
      summary: 'Decline to become the billing owner',
    })
    .input(one)
    .output(transfer),

  withdrawOwnership: writing
    .route({ method: 'POST', path: '/billing/transfers/{id}/withdraw', tags, summary: 'Take the offer back' })
    .input(one)
    .output(transfer),

  list: base
    .meta({ access: [], write: false })
    .route({
      method: 'GET',
      path: '/billing/subscriptions',
      tags,
      summary: 'The subscriptions of all schools',
    })
    .input(
      subscriptionFilter.extend({
        ...order,
        page: z.coerce.number<number>().int().min(1).max(10_000).default(1),
        page_size: z.coerce.number<number>().int().min(1).max(100).default(25),
      }),
    )
    .output(z.object({ rows: z.array(subscriptionRow), total: z.int() })),

  setPlan: byPlacewell
    .route({
      method: 'POST',
      path: '/billing/subscriptions/{id}/plan',
      tags,
      summary: 'Set a plan by hand, paid by invoice',
    })
    .input(
      one.extend({
        version: z.int(),
        idempotency_key: z.uuid().optional(),
        plan_id: z.string().max(60),
        until,
        reason,
      }),
    )
    .output(done),

  extendTrial: byPlacewell
    .route({ method: 'POST', path: '/billing/subscriptions/{id}/trial', tags, summary: 'Extend a trial' })
    .input(one.extend({ version: z.int(), idempotency_key: z.uuid().optional(), until, reason }))
    .output(done),
}
