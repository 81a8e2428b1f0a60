import type { Plan } from '#features/plans/contract.ts'
import type { Card, Invoice, SubscriptionStatus } from '../contract.ts'

/** What a school subscribed to, as the payment provider has it. */
export type PaidSubscription = {
  id: string
  status: SubscriptionStatus
  plan_id: string | null
  trial_ends_at: string | null
  period_ends_at: string | null
  ends_with_period: boolean
}

/** What the payment provider has of a school; `others` are further subscriptions that are not over. */
export type PaidFacts = { subscription: PaidSubscription | null; others: number; invoices: Invoice[] }

/** Something that the payment provider reported, and whom of its customers it is about. */
export type PaymentEvent = { id: string; type: string; customer: string | null }

/** The payment provider: all that the product asks of one. No card number comes this way: people type it on the provider's own pages. */
export type Payments = {
  createCustomer: (school: { id: string; name: string; email: string }) => Promise<string>
  /** The address of a page where the plan is paid; those that were opened before are closed. */
  openCheckout: (options: {
    customer: string
    schoolId: string
    plan: Plan
    /** The first payment is taken then; at once where there is none. */
    trialEndsAt: string | null
    returnUrl: string
  }) => Promise<string>
  /** The address of a page where a card is added. */
  openCardForm: (options: { customer: string; returnUrl: string }) => Promise<string>
  read: (customer: string) => Promise<PaidFacts>
  changePlan: (subscription: string, plan: Plan) => Promise<void>
  setEndsWithPeriod: (subscription: string, ends: boolean) => Promise<void>
  listCards: (customer: string) => Promise<Card[]>
  makeDefault: (customer: string, card: string) => Promise<void>
  removeCard: (card: string) => Promise<void>
  /** What a request to the webhook says; null where it is not signed by the provider. */
  readEvent: (body: string, signature: string) => Promise<PaymentEvent | null>
}

/** The payment provider did not answer. */
export class PaymentsAway extends Error {
  override name = 'PaymentsAway'
}

/** The payment provider said no; `why` is its sentence for the person who pays, where it is about their card. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly why: string | null
  constructor(message: string, options: { why: string | null; cause: unknown }) {
    super(message, { cause: options.cause })
    this.why = options.why
  }
}
