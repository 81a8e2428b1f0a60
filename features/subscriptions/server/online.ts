import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Plan } from '#features/plans/contract.ts'
import { findPlan } from '#features/plans/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { Card, SubscriptionStatus } from '../contract.ts'
import { billingRefusals } from '../messages.ts'
import {
  cancelBlocker,
  cardBlocker,
  planBlocker,
  removeCardBlocker,
  resumeBlocker,
  startOf,
} from '../rules.ts'
import { storeCustomer } from './commands/store-customer.ts'
import { PaymentRefused, type Payments, PaymentsUnavailable } from './payments.ts'
import type { showBilling } from './queries/find-billing.ts'
import { type PaymentServices, refreshSubscription } from './refresh-subscription.ts'

export type OnlineServices = Omit<PaymentServices, 'payments'> & { payments: Payments | null; appUrl: string }
/** Reads in the viewer’s own transaction, which ends before the payment provider is called. */
type Act = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
type Shown = Awaited<ReturnType<typeof showBilling>>
type Show = (tx: Tx) => Promise<Shown>

/**
 * The billing owner's actions at the payment provider: checks the rule in their own transaction, calls the provider, and then reads the
 * result there. Stores nothing that the provider did not confirm.
 */
export function onlineActions(services: OnlineServices, act: Act, show: Show, viewer: Viewer) {
  const provider = (): PaymentServices => {
    const { payments, workerPool } = services
    return payments ? { payments, workerPool } : refuse(billingRefusals, refusal('billing.no_online_payment'))
  }
  const load = async (planId: string): Promise<{ now: Shown; plan: Plan }> =>
    act(async (tx) => {
      const plan = (await findPlan(tx, planId)) ?? refuse(billingRefusals, refusal('billing.no_plan'))
      const now = await show(tx)
      refuseIf(billingRefusals, planBlocker(now, plan))
      return { now, plan }
    })
  const customerOf = async (now: Shown): Promise<string> => {
    const { payments, workerPool } = provider()
    if (now.customer_id) return now.customer_id
    const { name, email } = { name: now.school_name, email: now.owner?.email ?? viewer.email }
    const made = await payments.createCustomer({ id: now.school_id, name, email })
    return withActor(workerPool, null, (tx) => storeCustomer(tx, now.school_id, made))
  }
  const readAgain = async (now: Shown): Promise<{ status: SubscriptionStatus }> => {
    const status = now.customer_id ? await refreshSubscription(provider(), now.customer_id) : null
    return { status: status ?? now.status }
  }
  const cardsOf = async (now: Shown): Promise<Card[]> =>
    now.customer_id && services.payments ? services.payments.listCards(now.customer_id) : []

  return {
    checkout: (planId: string) =>
      worded(async () => {
        const known = await load(planId)
        // A payment of which no event arrived must not be made again.
        if (!known.now.is_online) await readAgain(known.now)
        const { now, plan } = await load(planId)
        if (now.is_online) refuse(billingRefusals, refusal('billing.old_version'))
        const start = startOf(now, plan, Date.now())
        const url = await provider().payments.openCheckout({
          customer: await customerOf(now),
          schoolId: now.school_id,
          plan,
          trialEndsAt: start.kind === 'after_trial' ? start.on : null,
          returnUrl: `${services.appUrl}/billing/upgrade`,
        })
        return { url }
      }),
    changePlan: (planId: string) =>
      worded(async () => {
        const { now, plan } = await load(planId)
        if (!now.is_online) refuse(billingRefusals, refusal('billing.old_version'))
        await provider().payments.changePlan(now.provider_id!, plan)
        return readAgain(now)
      }),
    refresh: () => worded(async () => readAgain(await act(show))),
    endWithPeriod: (ends: boolean) =>
      worded(async () => {
        const now = await act(show)
        refuseIf(billingRefusals, ends ? cancelBlocker(now) : resumeBlocker(now))
        await provider().payments.setEndsWithPeriod(now.provider_id!, ends)
        return readAgain(now)
      }),
    cards: () => worded(async () => cardsOf(await act(show))),
    addCard: () =>
      worded(async () => {
        const now = await act(show)
        refuseIf(billingRefusals, cardBlocker(now))
        const returnUrl = `${services.appUrl}/billing/payment-methods`
        return { url: await provider().payments.openCardForm({ customer: await customerOf(now), returnUrl }) }
      }),
    changeCard: (id: string, what: 'default' | 'remove') =>
      worded(async () => {
        const now = await act(show)
        refuseIf(billingRefusals, cardBlocker(now))
        const cards = await cardsOf(now)
        const card = cards.find((one) => one.id === id) ?? refuse(billingRefusals, refusal('billing.no_card'))
        if (what === 'default') await provider().payments.makeDefault(now.customer_id!, id)
        else {
          refuseIf(billingRefusals, removeCardBlocker(now, card, cards.length))
          await provider().payments.removeCard(id)
        }
        return cardsOf(now)
      }),
  }
}

/** Turns errors of the payment provider into refusals with a message. */
async function worded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PaymentsUnavailable) refuse(billingRefusals, refusal('billing.provider_away'))
    if (error instanceof PaymentRefused)
      refuse(
        billingRefusals,
        error.why ? refusal('billing.card_refused', { why: error.why }) : refusal('billing.provider_refused'),
      )
    throw error
  }
}
