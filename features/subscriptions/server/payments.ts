import type { Plan } from '#features/plans/contract.ts'
import type { Card, Invoice, SubscriptionStatus } from '../contract.ts'

/** A school's subscription as the payment provider has it. */
export type PaidSubscription = {
  id: string
  status: SubscriptionStatus
  plan_id: string | null
  trial_ends_at: string | null
  period_ends_at: string | null
  ends_with_period: boolean
}

/** A school's data at the payment provider; `others` counts further subscriptions that have not ended. */
export type PaidFacts = { subscription: PaidSubscription | null; others: number; invoices: Invoice[] }

/** An event that the payment provider reported, and the customer it is about. */
export type PaymentEvent = { id: string; type: string; customer: string | null }

/**
 * The payment provider: everything that the product needs from one. Card numbers never pass through here: people type them on the
 * provider's own pages.
 */
export type Payments = {
  createCustomer: (school: { id: string; name: string; email: string }) => Promise<string>
  /** Returns the address of a page where the plan is paid; closes those opened before. */
  openCheckout: (options: {
    customer: string
    schoolId: string
    plan: Plan
    /** When the first payment is taken; null means at once. */
    trialEndsAt: string | null
    returnUrl: string
  }) => Promise<string>
  /** Returns the address of a page where a card is added. */
  openCardForm: (options: { customer: string; returnUrl: string }) => Promise<string>
  read: (customer: string) => Promise<PaidFacts>
  changePlan: (subscription: string, plan: Plan) => Promise<void>
  setEndsWithPeriod: (subscription: string, ends: boolean) => Promise<void>
  listCards: (customer: string) => Promise<Card[]>
  makeDefault: (customer: string, card: string) => Promise<void>
  removeCard: (card: string) => Promise<void>
  /** The event in a webhook request; null if the provider did not sign it. */
  readEvent: (body: string, signature: string) => Promise<PaymentEvent | null>
}

/** The payment provider did not answer. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The payment provider refused; `why` is its message for the person who pays, if it is about their card. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly why: string | null
  constructor(message: string, options: { why: string | null; cause: unknown }) {
    super(message, { cause: options.cause })
    this.why = options.why
  }
}
