import type Stripe from 'stripe'
import type { Plan } from '#features/plans/contract.ts'
import type { StripeSettings } from '#platform/server/config.ts'
import { type Card, type Invoice, invoiceStatus, subscriptionStatus } from '../contract.ts'
import { type PaidSubscription, PaymentRefused, type Payments, PaymentsUnavailable } from './payments.ts'

/** How long to wait for one response of the payment provider, in ms. */
const PATIENCE_MS = 8_000
/** Maximum number of invoices read: those of some years. */
const INVOICES = 100

const instant = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1_000).toISOString() : null
const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Payments by Stripe; its library is loaded at first use, and only if a key is set. */
function stripePayments(settings: StripeSettings): Payments {
  let loaded: Promise<Stripe> | undefined
  const load = () => (loaded ??= openStripe(settings))
  /** Calls Stripe, and translates errors to the product's own. */
  async function ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await work(await load())
    } catch (error) {
      throw asOurs(error)
    }
  }

  return {
    createCustomer: ({ id, name, email }) =>
      ask(async (stripe) => {
        const made = await stripe.customers.create(
          { name, email, metadata: { school_id: id } },
          // Two tabs at once create one customer.
          { idempotencyKey: `customer of ${id}` },
        )
        return made.id
      }),

    openCheckout: ({ customer, schoolId, plan, trialEndsAt, returnUrl }) =>
      ask(async (stripe) => {
        const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 20 })
        for (const session of open.data)
          if (session.mode === 'subscription') await stripe.checkout.sessions.expire(session.id)
        const session = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer,
          client_reference_id: schoolId,
          line_items: [
            { quantity: 1, price_data: { product: await productOf(stripe, plan), ...priceOf(plan) } },
          ],
          subscription_data: {
            metadata: { school_id: schoolId, plan_id: plan.id },
            ...(trialEndsAt && { trial_end: Math.floor(Date.parse(trialEndsAt) / 1_000) }),
          },
          // Says when the page was opened: it closes within a day.
          success_url: `${returnUrl}?checkout=done&since=${Math.floor(Date.now() / 1_000)}`,
          cancel_url: `${returnUrl}?checkout=left`,
        })
        return addressOf(session)
      }),

    openCardForm: ({ customer, returnUrl }) =>
      ask(async (stripe) =>
        addressOf(
          await stripe.checkout.sessions.create({
            mode: 'setup',
            customer,
            currency: 'usd',
            success_url: `${returnUrl}?card=done`,
            cancel_url: `${returnUrl}?card=left`,
          }),
        ),
      ),

    read: (customer) =>
      ask(async (stripe) => {
        const [subscriptions, invoices] = await Promise.all([
          stripe.subscriptions.list({ customer, status: 'all', limit: 20 }),
          stripe.invoices.list({ customer, limit: INVOICES }),
        ])
        const live = subscriptions.data.filter(({ status }) => !OVER.includes(status))
        // Stripe lists the newest first; subscriptions that have not ended take precedence, then those that ended, then those never begun.
        const ended = subscriptions.data.filter(({ status }) => status === 'canceled')
        const [first] = [...live, ...ended, ...subscriptions.data]
        return {
          subscription: first ? subscriptionOf(first) : null,
          others: Math.max(0, live.length - 1),
          invoices: invoices.data.map(invoiceOf),
        }
      }),

    changePlan: (id, plan) =>
      ask(async (stripe) => {
        const known = await stripe.subscriptions.retrieve(id)
        await stripe.subscriptions.update(id, {
          items: [
            {
              id: known.items.data[0]!.id,
              price_data: { product: await productOf(stripe, plan), ...priceOf(plan) },
            },
          ],
          metadata: { ...known.metadata, plan_id: plan.id },
          proration_behavior: known.status === 'trialing' ? 'none' : 'always_invoice',
          payment_behavior: 'error_if_incomplete',
        })
      }),

    setEndsWithPeriod: (id, ends) =>
      ask(async (stripe) => void (await stripe.subscriptions.update(id, { cancel_at_period_end: ends }))),

    listCards: (customer) =>
      ask(async (stripe) => {
        const [found, cards, subscriptions] = await Promise.all([
          stripe.customers.retrieve(customer),
          stripe.customers.listPaymentMethods(customer, { limit: 20 }),
          stripe.subscriptions.list({ customer, limit: 20 }),
        ])
        const usual = 'invoice_settings' in found ? idOf(found.invoice_settings.default_payment_method) : null
        // Stripe takes the subscription's own card first, which is the one that the plan was bought with.
        const own = subscriptions.data
          .map((one) => idOf(one.default_payment_method))
          .find((id) => id !== null)
        return cards.data.map((method) => methodOf(method, own ?? usual))
      }),

    makeDefault: (customer, id) =>
      ask(async (stripe) => {
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } })
        const subscriptions = await stripe.subscriptions.list({ customer, limit: 20 })
        for (const one of subscriptions.data)
          await stripe.subscriptions.update(one.id, { default_payment_method: id })
      }),

    removeCard: (id) => ask(async (stripe) => void (await stripe.paymentMethods.detach(id))),

    readEvent: async (body, signature) => {
      const stripe = await load()
      try {
        const { id, type, data } = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret)
        const object = data.object as {
          object: string
          id?: string
          customer?: string | { id: string } | null
        }
        return {
          id,
          type,
          customer: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
        }
      } catch {
        return null
      }
    },
  }
}

async function openStripe({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const url = apiUrl ? new URL(apiUrl) : null
  return new Library(secretKey, {
    timeout: PATIENCE_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? '80' : '443'),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}

const OVER: readonly string[] = ['canceled', 'incomplete', 'incomplete_expired']

/** The Stripe product of a plan, created when it is first sold. */
async function productOf(stripe: Stripe, plan: Plan): Promise<string> {
  const id = `placewell_${plan.id}`
  try {
    return (await stripe.products.retrieve(id)).id
  } catch (error) {
    if ((error as { code?: string }).code !== 'resource_missing') throw error
    return (
      await stripe.products.create(
        { id, name: `Placewell ${plan.name}` },
        { idempotencyKey: `product ${id}` },
      )
    ).id
  }
}

const priceOf = ({ price_cents, currency, billing_interval }: Plan) => ({
  currency: currency.toLowerCase(),
  unit_amount: price_cents!,
  recurring: { interval: billing_interval as 'month' | 'year' },
})

function addressOf({ url }: { url: string | null }): string {
  if (!url) throw new PaymentRefused('Checkout has no address', { why: null, cause: null })
  return url
}

function methodOf(
  { id, type, card, us_bank_account: account }: Stripe.PaymentMethod,
  usual: string | null,
): Card {
  return {
    id,
    brand: card?.brand ?? type,
    last4: card?.last4 ?? account?.last4 ?? null,
    exp_month: card?.exp_month ?? null,
    exp_year: card?.exp_year ?? null,
    is_default: id === usual,
  }
}

function subscriptionOf(found: Stripe.Subscription): PaidSubscription {
  return {
    id: found.id,
    // A status that Stripe adds later counts as not begun.
    status: subscriptionStatus.catch('incomplete').parse(found.status),
    plan_id: found.metadata['plan_id'] ?? null,
    trial_ends_at: instant(found.trial_end),
    period_ends_at: instant(found.items.data[0]?.current_period_end),
    ends_with_period: found.cancel_at_period_end || found.cancel_at !== null,
  }
}

function invoiceOf(found: Stripe.Invoice): Invoice {
  const line = found.lines?.data[0]
  return {
    id: found.id,
    number: found.number,
    status: invoiceStatus.catch('open').parse(found.status ?? 'draft'),
    due_cents: found.amount_due,
    paid_cents: found.amount_paid,
    currency: found.currency.toUpperCase(),
    issued_at: instant(found.status_transitions?.finalized_at ?? found.created)!,
    period_starts_at: instant(line?.period.start ?? found.period_start),
    period_ends_at: instant(line?.period.end ?? found.period_end),
    pdf_url: found.invoice_pdf ?? null,
    page_url: found.hosted_invoice_url ?? null,
  }
}

/**
 * Translates an error of Stripe's library to the product's own: not reachable, refused with a message for the person who pays, or
 * unchanged.
 */
function asOurs(error: unknown): unknown {
  const { type, message, statusCode } = error as { type?: string; message?: string; statusCode?: number }
  if (type === undefined || !type.startsWith('Stripe')) return error
  if (type === 'StripeCardError')
    return new PaymentRefused(message ?? '', { why: message ?? null, cause: error })
  const isAway =
    type === 'StripeConnectionError' || type === 'StripeRateLimitError' || (statusCode ?? 0) >= 500
  if (isAway || type === 'StripeAPIError') return new PaymentsUnavailable(message ?? '', { cause: error })
  return new PaymentRefused(message ?? '', { why: null, cause: error })
}

/** Online payments as configured; null if schools pay by invoice only. */
export const paymentsOf = (settings: StripeSettings | undefined): Payments | null =>
  settings ? stripePayments(settings) : null
