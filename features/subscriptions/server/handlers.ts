import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { OutsideCalls } from '#platform/server/outside-calls.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import type { Viewer } from '#platform/server/session.ts'
import { subscriptionsContract, type Transfer } from '../contract.ts'
import { billingRefusals } from '../messages.ts'
import { stateOf } from '../rules.ts'
import { answerOffer } from './commands/answer-offer.ts'
import { extendTrial } from './commands/extend-trial.ts'
import { offerOwnership } from './commands/offer-ownership.ts'
import { setPlan } from './commands/set-plan.ts'
import { withdrawOffer } from './commands/withdraw-offer.ts'
import { onlineActions } from './online.ts'
import type { Payments } from './payments.ts'
import { showBilling } from './queries/find-billing.ts'
import { findOffer } from './queries/find-offer.ts'
import { findState } from './queries/find-state.ts'
import { listHistory, listInvoices } from './queries/list-records.ts'
import { listSubscriptions } from './queries/list-subscriptions.ts'

explainRefusals(billingRefusals)
refuseByConstraint('ownership_transfers_one', 'transfer.open_already')

export type SubscriptionServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  payments: Payments | null
  config: Pick<Config, 'appUrl' | 'contactEmail'>
}

export function subscriptionHandlers({ workerPool, payments, config }: SubscriptionServices) {
  const api = implement(subscriptionsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const server = { takes_payments: payments !== null, contact_email: config.contactEmail ?? null }
  const show = (viewer: Viewer) => (tx: Tx) => showBilling(tx, viewer, server)
  const calls = new OutsideCalls()
  type Online = ReturnType<typeof onlineActions>
  const online = <T>(context: RequestContext & ActorContext, work: (actions: Online) => Promise<T>) =>
    calls.run(context, () => {
      const me = context.me()
      const read: Parameters<typeof onlineActions>[1] = (reading) => context.act(reading, { readOnly: true })
      return work(onlineActions({ workerPool, payments, appUrl: config.appUrl }, read, show(me), me))
    })
  const offerOf = async (tx: Tx, id: string): Promise<Transfer> =>
    (await findOffer(tx, { id })) ?? refuse(billingRefusals, refusal('transfer.not_found'))

  return api.router({
    state: api.state.handler(({ context }) => {
      const me = context.me()
      return context.act(async (tx) =>
        stateOf(await findState(tx), { id: me.userId, role: me.role }, Date.now()),
      )
    }),
    get: api.get.handler(({ context }) => context.act(show(context.me()))),
    invoices: api.invoices.handler(({ context }) => context.act(listInvoices)),
    history: api.history.handler(({ context }) => context.act(listHistory)),
    startCheckout: api.startCheckout.handler(({ input, context }) =>
      online(context, (at) => at.checkout(input.plan_id)),
    ),
    changePlan: api.changePlan.handler(({ input, context }) =>
      online(context, (at) => at.changePlan(input.plan_id)),
    ),
    refresh: api.refresh.handler(({ context }) => online(context, (at) => at.refresh())),
    cancel: api.cancel.handler(({ context }) => online(context, (at) => at.endWithPeriod(true))),
    resume: api.resume.handler(({ context }) => online(context, (at) => at.endWithPeriod(false))),
    cards: api.cards.handler(({ context }) => online(context, (at) => at.cards())),
    addCard: api.addCard.handler(({ context }) => online(context, (at) => at.addCard())),
    makeDefault: api.makeDefault.handler(({ input, context }) =>
      online(context, (at) => at.changeCard(input.id, 'default')),
    ),
    removeCard: api.removeCard.handler(({ input, context }) =>
      online(context, (at) => at.changeCard(input.id, 'remove')),
    ),
    offerOwnership: api.offerOwnership.handler(({ input, context }) =>
      context.act(async (tx) => {
        await offerOwnership(tx, context.me(), await show(context.me())(tx), input)
        return offerOf(tx, input.id)
      }),
    ),
    acceptOwnership: api.acceptOwnership.handler(({ input, context }) =>
      context.act(async (tx) => {
        await answerOffer(tx, context.me(), input.id, 'accept')
        return offerOf(tx, input.id)
      }),
    ),
    declineOwnership: api.declineOwnership.handler(({ input, context }) =>
      context.act(async (tx) => {
        await answerOffer(tx, context.me(), input.id, 'decline')
        return offerOf(tx, input.id)
      }),
    ),
    withdrawOwnership: api.withdrawOwnership.handler(({ input, context }) =>
      context.act(async (tx) => {
        await withdrawOffer(tx, context.me(), input.id)
        return offerOf(tx, input.id)
      }),
    ),
    list: api.list.handler(({ input, context }) => context.act((tx) => listSubscriptions(tx, input))),
    setPlan: api.setPlan.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          await setPlan(tx, context.me(), input)
          return { status: 'active' as const }
        },
        { reason: input.reason },
      ),
    ),
    extendTrial: api.extendTrial.handler(({ input, context }) =>
      context.act(
        async (tx) => {
          await extendTrial(tx, context.me(), input)
          return { status: 'trialing' as const }
        },
        { reason: input.reason },
      ),
    ),
  })
}
