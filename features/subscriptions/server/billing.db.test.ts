import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { type FakeStripe, signed, startFakeStripe } from './fake-stripe.ts'
import { subscriptionHandlers } from './handlers.ts'
import { PaymentRefused, type Payments, PaymentsUnavailable } from './payments.ts'
import { startBillingWorker } from './worker.ts'
import { paymentsOf } from './stripe.ts'
import { beginTrial } from './public.ts'
import { refreshSubscription, refreshUnread } from './refresh-subscription.ts'
import { serveBillingWebhook } from './webhook-routes.ts'

const SECRET = 'whsec_in_tests'
let fixture: Fixture
let stripe: FakeStripe
let web: FastifyInstance
let payments: Payments
let api: ReturnType<typeof subscriptionHandlers>
let school: string
let elsewhere: string
let grace: Person
let ana: Person
let eve: Person
let jenna: Person
let sam: Person
beforeAll(async () => {
  fixture = await createFixture()
  stripe = await startFakeStripe({ webhookSecret: SECRET })
  payments = paymentsOf({ secretKey: 'sk_test_1', webhookSecret: SECRET, apiUrl: stripe.url })!
  const config = { appUrl: 'http://localhost', contactEmail: undefined }
  api = subscriptionHandlers({ workerPool: fixture.workerPool, payments, config })
  web = Fastify()
  await web.register((scope) =>
    serveBillingWebhook(scope, { workerPool: fixture.workerPool, payments, log: fixture.log }),
  )
  school = await fixture.school('Lakeshore')
  elsewhere = await fixture.school('Elsewhere')
  grace = await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Dean' })
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Coordinator' })
  eve = await fixture.person({ role: 'school_admin', school: elsewhere })
  jenna = await fixture.person({ role: 'student', school })
  sam = await fixture.person({ role: 'superadmin' })
})
afterAll(async () => {
  await web.close()
  await stripe.close()
  await fixture.close()
})
beforeEach(async () => {
  stripe.reset()
  await fixture.rows(`set session_replication_role = replica`)
  for (const table of [
    'subscriptions',
    'billing_owners',
    'ownership_transfers',
    'invoices',
    'billing_events',
    'notifications',
  ])
    // prettier-ignore
    await fixture.rows(`delete from public.${table}`)
  await fixture.rows(`set session_replication_role = origin`)
  await round()
})

/** One run of the worker, which begins trials and appoints owners. */
async function round(): Promise<void> {
  const stop = startBillingWorker({ workerPool: fixture.workerPool, payments, log: fixture.log })
  await stop()
}
const as = async (who: Person | null) => ({ context: await fixture.as(who) })
const get = async (who: Person) => call(api.get, undefined, await as(who))
const state = async (who: Person) => call(api.state, undefined, await as(who))
const at = <T>(rows: readonly T[]): T => rows[0]!
const subscription = async () =>
  at(await fixture.rows(`select * from public.subscriptions where school_id = $1`, [school]))
const kinds = async () =>
  (
    await fixture.rows(`select kind from public.billing_events where school_id = $1 order by id`, [school])
  ).map(({ kind }) => kind)
const hook = async ({ body, signature }: { body: string; signature: string }) =>
  (
    await web.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body,
    })
  ).statusCode
const refused = (code: string) => ({ data: { code } })

/** Grace chooses a plan and pays; returns the webhook event without delivering it. */
async function pay(plan = 'program') {
  const { url } = await call(api.startCheckout, { plan_id: plan }, await as(grace))
  await stripe.complete(url.split('/').at(-1)!)
  const made = at(stripe.all('subscription'))
  return stripe.report('customer.subscription.updated', made)
}
/** Ends the trial, so that a purchase is paid at once. */
const endTrial = () =>
  fixture.rows(
    `update public.subscriptions set trial_ends_at = now() - interval '1 minute' where school_id = $1`,
    [school],
  )

describe('trials', () => {
  it('a school begins with 30 days, named Trial, and its longest-standing super admin as billing owner', async () => {
    expect(await state(grace)).toEqual({
      hasSubscription: true,
      status: 'trialing',
      isTrial: true,
      daysRemaining: 30,
      planName: 'Trial',
      isBillingOwner: true,
      canViewBilling: true,
    })
    expect(await state(ana)).toMatchObject({ isBillingOwner: false, canViewBilling: true })
    expect(await state(jenna)).toMatchObject({
      status: 'active',
      isBillingOwner: false,
      canViewBilling: false,
    })
    expect(await kinds()).toEqual(['trial_started', 'owner_appointed'])
    await round()
    expect(await kinds()).toHaveLength(2)
  })

  it('begins in the transaction that creates the school', async () => {
    const fresh = await fixture.school('Fresh')
    await fixture.act(sam, (tx) => beginTrial(tx, fresh, sam.id))
    await fixture.act(sam, (tx) => beginTrial(tx, fresh, sam.id))
    const rows = await fixture.rows(
      `select extract(day from trial_ends_at - created_at)::int as days from public.subscriptions where school_id = $1`,
      [fresh],
    )
    expect(rows).toEqual([{ days: 30 }])
    await expect(fixture.act(ana, (tx) => beginTrial(tx, fresh, ana.id))).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('notifies the owner a week and a day ahead, once, and pauses at the end', async () => {
    const ends = (interval: string) =>
      fixture.rows(
        `update public.subscriptions set trial_ends_at = now() + $2::interval where school_id = $1`,
        [school, interval],
      )
    const codes = async () => (await receivedBy(fixture, grace)).map(({ code }) => code)
    await ends('6 days 23 hours')
    await round()
    await round()
    expect((await codes()).filter((code) => code === 'billing.trial_ends')).toHaveLength(1)
    // Extended to a day before the next notification: it says the days that are left.
    await ends('3 days 12 hours')
    await round()
    expect((await receivedBy(fixture, grace)).map(({ title }) => title)).toContain(
      'Your trial ends in 4 days',
    )
    await endTrial()
    await round()
    await round()
    expect((await subscription())['status']).toBe('paused')
    expect((await codes()).filter((code) => code === 'billing.trial_ended')).toHaveLength(1)
    expect((await receivedBy(fixture, ana)).filter(({ type }) => type === 'billing')).toEqual([])
    expect(await state(grace)).toMatchObject({ status: 'paused', hasSubscription: false, isTrial: false })
  })

  it('gets another owner when the current one is deactivated', async () => {
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [grace.id])
    await round()
    expect((await get(ana)).owner?.id).toBe(ana.id)
    await fixture.rows(`update public.users set status = 'active' where id = $1`, [grace.id])
  })
})

describe('paying', () => {
  it('keeps the rest of the trial, and becomes active only when the provider says so', async () => {
    const report = await pay()
    expect(await state(grace)).toMatchObject({ planName: 'Trial' })
    expect(await hook(report)).toBe(200)
    expect(await get(grace)).toMatchObject({ status: 'trialing', is_online: true, plan: { id: 'program' } })
    const made = at(stripe.all('subscription'))
    stripe.change(made.id, { status: 'active' })
    expect(
      await hook(await stripe.report('customer.subscription.updated', at(stripe.all('subscription')))),
    ).toBe(200)
    expect(await state(grace)).toMatchObject({
      status: 'active',
      isTrial: false,
      planName: 'Program',
      hasSubscription: true,
    })
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).toContain('billing.active')
  })

  it('an event counts once, however often it arrives', async () => {
    await endTrial()
    const report = await pay()
    const answers = await Promise.all([hook(report), hook(report), hook(report)])
    expect(answers).toEqual([200, 200, 200])
    expect((await kinds()).filter((kind) => kind === 'reported')).toHaveLength(1)
    expect((await kinds()).filter((kind) => kind === 'status_changed')).toHaveLength(1)
    const invoices = await call(api.invoices, undefined, await as(ana))
    expect(invoices).toMatchObject([{ status: 'paid', paid_cents: 240_000, currency: 'USD' }])
    expect(invoices[0]!.pdf_url).toContain('.pdf')
  })

  it('an old event that arrives late reverts nothing', async () => {
    await endTrial()
    const first = await pay()
    const made = at(stripe.all('subscription'))
    stripe.change(made.id, { status: 'canceled' })
    const later = await stripe.report('customer.subscription.deleted', at(stripe.all('subscription')))
    expect(await hook(later)).toBe(200)
    expect(await hook(first)).toBe(200)
    expect((await subscription())['status']).toBe('canceled')
    // Where the next plan is chosen.
    expect((await receivedBy(fixture, grace)).find(({ code }) => code === 'billing.canceled')).toMatchObject({
      data: { action_url: '/billing/upgrade' },
    })
  })

  it('an earlier reading does not replace a later one', async () => {
    await endTrial()
    await hook(await pay())
    const { customer_id: customer } = await subscription()
    const real = payments.read
    const facts = await real(customer as string)
    // A slow reading begins before a fast one, and ends after it.
    const slow = {
      ...payments,
      read: async () => {
        stripe.change(facts.subscription!.id, { status: 'past_due' })
        await refreshSubscription({ workerPool: fixture.workerPool, payments }, customer as string)
        return facts
      },
    }
    await refreshSubscription({ workerPool: fixture.workerPool, payments: slow }, customer as string)
    expect(await get(grace)).toMatchObject({ status: 'past_due', past_due_since: expect.any(String) })
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).toContain('billing.past_due')
  })

  it('a reading that changes nothing counts as read, so that other schools have their turn', async () => {
    await endTrial()
    await hook(await pay())
    const { customer_id: customer, status } = await subscription()
    await fixture.rows(
      `update public.subscriptions set read_at = now() - interval '3 days' where customer_id = $1`,
      [customer],
    )
    const gone = { ...payments, read: async () => ({ subscription: null, invoices: [], others: 0 }) }
    await refreshSubscription({ workerPool: fixture.workerPool, payments: gone }, customer as string)
    const after = await subscription()
    expect(after['status']).toBe(status)
    expect(Date.parse(after['read_at'] as string)).toBeGreaterThan(Date.now() - 60_000)
  })

  const readLongAgo = () =>
    fixture.rows(
      `update public.subscriptions set read_at = now() - interval '25 hours' where school_id = $1 and read_at is not null`,
      [school],
    )

  const readUnread = (from: Payments = payments) =>
    refreshUnread(
      { workerPool: fixture.workerPool, payments: from, log: fixture.log },
      new AbortController().signal,
    )

  it('finds a first payment whose event was lost, also a day after an empty reading', async () => {
    await endTrial()
    await call(api.startCheckout, { plan_id: 'program' }, await as(grace))
    await readUnread()
    expect((await subscription())['read_at']).not.toBeNull()
    await pay()
    await readLongAgo()
    await readUnread()
    expect(await get(grace)).toMatchObject({ status: 'active', is_online: true })
  })

  it('does not open a second payment while the event of the first one is missing', async () => {
    await endTrial()
    await pay()
    expect((await get(grace)).is_online).toBe(false)
    await expect(call(api.startCheckout, { plan_id: 'program' }, await as(grace))).rejects.toMatchObject(
      refused('billing.same_plan'),
    )
    expect(await get(grace)).toMatchObject({ status: 'active', is_online: true })
  })

  it('finds the end of a plan, also if another payment was begun and never made', async () => {
    await endTrial()
    await hook(await pay())
    const { id } = at(stripe.all('subscription'))
    stripe.change(id, { status: 'canceled' })
    // A copy, which is listed first.
    stripe.change(id, { id: 'sub_never_paid', status: 'incomplete_expired' })
    await call(api.refresh, undefined, await as(grace))
    expect(await subscription()).toMatchObject({ status: 'canceled', provider_id: id })
  })

  it('finds a purchase after a cancellation whose event was lost', async () => {
    await endTrial()
    await hook(await pay())
    stripe.change(at(stripe.all('subscription')).id, { status: 'canceled' })
    await call(api.refresh, undefined, await as(grace))
    expect((await subscription())['status']).toBe('canceled')
    await pay()
    await readLongAgo()
    await readUnread()
    expect((await subscription())['status']).toBe('active')
  })

  it('makes the school read-only when a payment stays late for 14 days, whatever the provider does then', async () => {
    await endTrial()
    await hook(await pay())
    const { id } = stripe.change(at(stripe.all('subscription')).id, { status: 'past_due' })
    const refresh = async () => (await call(api.refresh, undefined, await as(grace))).status
    expect(await refresh()).toBe('past_due')
    const since = (days: number) =>
      fixture.rows(
        `update public.subscriptions set past_due_since = now() - make_interval(days => $2) where school_id = $1`,
        [school, days],
      )
    await since(13)
    await round()
    expect(await refresh()).toBe('past_due')
    await since(14)
    await round()
    expect((await subscription())['status']).toBe('unpaid')
    expect(await refresh()).toBe('unpaid')
    const codes = (await receivedBy(fixture, grace)).map(({ code }) => code)
    expect(codes.filter((code) => code === 'billing.unpaid')).toHaveLength(1)
    stripe.change(id, { status: 'active' })
    expect(await refresh()).toBe('active')
    expect(await get(grace)).toMatchObject({ past_due_since: null })
  })

  it('has the other schools’ turn when the provider refuses one, but reads it again when it was away', async () => {
    await call(api.startCheckout, { plan_id: 'program' }, await as(grace))
    const failing = (problem: Error): Payments => ({
      ...payments,
      read: async () => {
        throw problem
      },
    })
    await readUnread(failing(new PaymentsUnavailable('down')))
    expect((await subscription())['read_at']).toBeNull()
    await readUnread(failing(new PaymentRefused('No such customer', { why: null, cause: null })))
    expect((await subscription())['read_at']).not.toBeNull()
  })

  it.each([
    ['no signature', ''],
    ['another secret', 'another'],
    ['an old signature', 'old'],
    ['another body', 'body'],
  ])('a forged event is refused: %s', async (_what, how) => {
    await endTrial()
    const { body, signature } = await pay()
    const forged =
      how === ''
        ? ''
        : how === 'another'
          ? signed(body, 'whsec_other')
          : how === 'old'
            ? signed(body, SECRET, 1_600_000_000)
            : signature
    expect(
      await hook({ body: how === 'body' ? body.replace('active', 'paused') : body, signature: forged }),
    ).toBe(400)
    expect((await subscription())['status']).not.toBe('active')
    expect(await kinds()).not.toContain('reported')
  })

  it('stores nothing about an unknown customer', async () => {
    const report = await stripe.report('customer.updated', { id: 'cus_x', object: 'customer', created: 1 })
    expect(await hook(report)).toBe(200)
    expect(await kinds()).not.toContain('reported')
  })

  it('while the provider is down, events are sent again and people are told to retry', async () => {
    await endTrial()
    const report = await pay()
    stripe.state.isDown = true
    expect(await hook(report)).toBe(503)
    await expect(call(api.startCheckout, { plan_id: 'program' }, await as(grace))).rejects.toMatchObject(
      refused('billing.provider_away'),
    )
    expect((await get(grace)).status).toBe('trialing')
    stripe.state.isDown = false
    expect(await hook(report)).toBe(200)
    expect((await get(grace)).status).toBe('active')
  })

  it('while the provider hangs, each caller waits without a slot, and with few calls at once', async () => {
    await endTrial()
    await hook(await pay())
    const { promise, resolve } = Promise.withResolvers<never[]>()
    const hanging = subscriptionHandlers({
      workerPool: fixture.workerPool,
      payments: { ...payments, listCards: () => promise },
      config: { appUrl: 'http://localhost', contactEmail: undefined },
    })
    let left = 0
    const context = { ...(await fixture.as(grace)), endAdmission: () => void left++ }
    const cards = () => call(hanging.cards, undefined, { context })
    const waiting = [cards(), cards(), cards()]
    await expect.poll(() => left).toBe(3)
    await expect(cards()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    resolve([])
    expect(await Promise.all(waiting)).toEqual([[], [], []])
    expect(await cards()).toEqual([])
  })

  it('returning before the event, the page reads at the provider itself', async () => {
    await endTrial()
    await pay()
    expect(await call(api.refresh, undefined, await as(grace))).toEqual({ status: 'active' })
  })

  it('only one payment page is open at a time', async () => {
    await call(api.startCheckout, { plan_id: 'program' }, await as(grace))
    const { url } = await call(api.startCheckout, { plan_id: 'college' }, await as(grace))
    const { customer_id: customer } = await subscription()
    const open = stripe
      .all('checkout.session', { customer: customer as string })
      .filter(({ status }) => status === 'open')
    expect(open.map(({ id }) => id)).toEqual([url.split('/').at(-1)])
  })

  it('changes the plan, refuses the same one, and says when the card is refused', async () => {
    await endTrial()
    await hook(await pay())
    const change = async (plan: string) => call(api.changePlan, { plan_id: plan }, await as(grace))
    await expect(change('program')).rejects.toMatchObject(refused('billing.same_plan'))
    stripe.state.declinesCards = true
    await expect(change('college')).rejects.toMatchObject(refused('billing.card_refused'))
    stripe.state.declinesCards = false
    await change('college')
    expect((await get(ana)).plan?.id).toBe('college')
    await expect(change('system')).rejects.toMatchObject(refused('billing.by_agreement'))
    await expect(change('nothing')).rejects.toMatchObject(refused('billing.no_plan'))
  })

  it('cancels at the end of the period, and undoes that', async () => {
    await endTrial()
    await hook(await pay())
    await call(api.cancel, undefined, await as(grace))
    expect(await get(grace)).toMatchObject({ status: 'active', ends_with_period: true })
    await expect(call(api.cancel, undefined, await as(grace))).rejects.toMatchObject(
      refused('billing.canceled_already'),
    )
    await call(api.resume, undefined, await as(grace))
    expect(await get(grace)).toMatchObject({ ends_with_period: false })
    expect((await kinds()).filter((kind) => kind === 'cancellation')).toHaveLength(2)
  })

  it('stores cards only at the provider: adds, chooses and removes them', async () => {
    await endTrial()
    await hook(await pay())
    const { url } = await call(api.addCard, undefined, await as(grace))
    await stripe.complete(url.split('/').at(-1)!)
    const cards = await call(api.cards, undefined, await as(ana))
    // The plan is still paid with the card that it was bought with.
    expect(cards.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['5353', false],
      ['4242', true],
    ])
    const other = cards.find(({ is_default }) => !is_default)!
    await call(api.makeDefault, { id: other.id }, await as(grace))
    await expect(call(api.removeCard, { id: other.id }, await as(grace))).rejects.toMatchObject(
      refused('billing.default_card'),
    )
    const left = await call(api.removeCard, { id: cards[1]!.id }, await as(grace))
    expect(left).toMatchObject([{ last4: '5353', is_default: true }])
    await expect(call(api.removeCard, { id: 'pm_of_another' }, await as(grace))).rejects.toMatchObject(
      refused('billing.no_card'),
    )
    await expect(call(api.removeCard, { id: other.id }, await as(ana))).rejects.toMatchObject(
      refused('billing.not_owner'),
    )
  })

  it('says of no card that it pays where nothing is paid', async () => {
    const { url } = await call(api.addCard, undefined, await as(grace))
    await stripe.complete(url.split('/').at(-1)!)
    expect(await call(api.cards, undefined, await as(grace))).toMatchObject([
      { last4: '4242', is_default: false },
    ])
  })

  it('is the owner’s: another administrator looks, others may not even do that', async () => {
    expect(await get(ana)).toMatchObject({
      may_manage: false,
      owner: { name: 'Grace Dean', email: grace.email },
      nominees: [],
    })
    await expect(call(api.startCheckout, { plan_id: 'program' }, await as(ana))).rejects.toMatchObject(
      refused('billing.not_owner'),
    )
    await expect(call(api.changePlan, { plan_id: 'program' }, await as(ana))).rejects.toMatchObject(
      refused('billing.not_owner'),
    )
    await expect(get(jenna)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(call(api.get, undefined, await as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(call(api.list, {}, await as(grace))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('without a key, it says how else a school pays', async () => {
    const config = { appUrl: 'http://localhost', contactEmail: 'billing@placewell.example' }
    const offline = subscriptionHandlers({ workerPool: fixture.workerPool, payments: null, config })
    expect(await call(offline.get, undefined, await as(grace))).toMatchObject({
      takes_payments: false,
      contact_email: 'billing@placewell.example',
    })
    await expect(call(offline.startCheckout, { plan_id: 'program' }, await as(grace))).rejects.toMatchObject(
      refused('billing.no_online_payment'),
    )
    expect(await call(offline.cards, undefined, await as(grace))).toEqual([])
  })
})

describe('transferring billing', () => {
  const offer = async (id: string = randomUUID()) =>
    call(api.offerOwnership, { id, nominee_id: ana.id }, await as(grace))

  it('the nominee accepts and becomes the owner; both are notified', async () => {
    const { id } = await offer()
    await offer(id)
    await expect(offer()).rejects.toMatchObject(refused('transfer.waits'))
    expect((await receivedBy(fixture, ana)).map(({ code }) => code)).toEqual(['billing.offered'])
    await call(api.acceptOwnership, { id }, await as(ana))
    expect((await get(ana)).owner?.id).toBe(ana.id)
    expect((await state(grace)).isBillingOwner).toBe(false)
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).toContain('billing.handed_over')
    expect((await receivedBy(fixture, ana)).map(({ code }) => code)).toContain('billing.owner')
    const mails = await fixture.rows(`select user_id from priv.mails where user_id = any ($1)`, [
      [ana.id, grace.id],
    ])
    expect(new Set(mails.map(({ user_id }) => user_id))).toEqual(new Set([ana.id, grace.id]))
    const trail = await fixture.rows(
      `select 1 from public.audit_events where entity = 'billing_owners' and action = 'update' and actor_id = $1`,
      [ana.id],
    )
    expect(trail).toHaveLength(1)
  })

  it('accepting in two tabs at once happens once, and so does accepting during a withdrawal', async () => {
    const { id } = await offer()
    const accept = async () => call(api.acceptOwnership, { id }, await as(ana))
    const both = await Promise.allSettled([accept(), accept()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await kinds()).filter((kind) => kind === 'owner_changed')).toHaveLength(1)
    const back = await call(api.offerOwnership, { id: randomUUID(), nominee_id: grace.id }, await as(ana))
    const race = await Promise.allSettled([
      call(api.acceptOwnership, { id: back.id }, await as(grace)),
      call(api.withdrawOwnership, { id: back.id }, await as(ana)),
    ])
    expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('stays open for seven days: then it expires, is refused, and the owner who made it is notified', async () => {
    const { id, created_at, expires_at } = await offer()
    expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(7 * 86_400_000)
    await fixture.rows(
      `update public.ownership_transfers set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    )
    await expect(call(api.acceptOwnership, { id }, await as(ana))).rejects.toMatchObject(
      refused('transfer.expired'),
    )
    // The database by itself refuses it, too.
    const direct = await fixture.act(ana, (tx) =>
      tx
        .updateTable('billing_owners')
        .set({ owner_id: ana.id })
        .where('school_id', '=', school)
        .executeTakeFirst(),
    )
    expect(direct.numUpdatedRows).toBe(0n)
    await round()
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).toContain('billing.offer_expired')
    await offer()
  })

  it('an offer that expired does not wait for the calendar before the next one', async () => {
    const { id } = await offer()
    await fixture.rows(
      `update public.ownership_transfers set expires_at = now() - interval '1 second' where id = $1`,
      [id],
    )
    expect((await get(grace)).transfer).toBeNull()
    expect(await offer()).toMatchObject({ status: 'pending' })
    await round()
    expect((await get(grace)).transfer).not.toBeNull()
  })

  it.each([
    ['leaves', `update public.users set status = 'deactivated' where id = $1`],
    ['gets another role', `update public.users set role = 'proctor' where id = $1`],
  ])('ends when the nominee %s, and the owner is notified', async (_what, leave) => {
    await offer()
    await fixture.rows(leave, [ana.id])
    await round()
    await fixture.rows(`update public.users set status = 'active', role = 'school_admin' where id = $1`, [
      ana.id,
    ])
    expect((await get(grace)).transfer).toBeNull()
    expect(await kinds()).toContain('offer_expired')
    const notices = await receivedBy(fixture, grace, 'billing')
    expect(notices.at(-1)).toMatchObject({
      code: 'billing.nominee_left',
      title: 'Ana Coordinator can’t take over billing',
    })
  })

  it('ends when its owner leaves: the next owner makes their own', async () => {
    await fixture.rows(`update public.users set created_at = now() where id = $1`, [ana.id])
    const { id } = await offer()
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [grace.id])
    await round()
    await fixture.rows(`update public.users set status = 'active' where id = $1`, [grace.id])
    expect(await get(ana)).toMatchObject({ owner: { id: ana.id }, transfer: null })
    await expect(call(api.acceptOwnership, { id }, await as(ana))).rejects.toMatchObject(
      refused('transfer.expired'),
    )
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).not.toContain('billing.nominee_left')
  })

  it('can be declined or withdrawn, but not by anyone else', async () => {
    const { id } = await offer()
    await expect(call(api.acceptOwnership, { id }, await as(grace))).rejects.toMatchObject(
      refused('transfer.not_yours'),
    )
    await expect(call(api.withdrawOwnership, { id }, await as(ana))).rejects.toMatchObject(
      refused('billing.not_owner'),
    )
    await expect(call(api.acceptOwnership, { id }, await as(eve))).rejects.toMatchObject(
      refused('transfer.not_found'),
    )
    await call(api.declineOwnership, { id }, await as(ana))
    expect((await receivedBy(fixture, grace)).map(({ code }) => code)).toContain('billing.declined')
    const again = await offer()
    await call(api.withdrawOwnership, { id: again.id }, await as(grace))
    await expect(call(api.acceptOwnership, { id: again.id }, await as(ana))).rejects.toMatchObject(
      refused('transfer.settled'),
    )
    await expect(
      call(api.offerOwnership, { id: randomUUID(), nominee_id: jenna.id }, await as(grace)),
    ).rejects.toMatchObject(refused('transfer.not_nominee'))
    await expect(
      call(api.offerOwnership, { id: randomUUID(), nominee_id: grace.id }, await as(ana)),
    ).rejects.toMatchObject(refused('billing.not_owner'))
  })
})

describe('changes by hand', () => {
  const row = async () => at((await call(api.list, { search: 'lakesh' }, await as(sam))).rows)
  const DAY = '2099-01-01'
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

  it('the superadmin sets a plan by invoice, with a reason in the audit log', async () => {
    const { id, version } = await row()
    const plan = { id, version, plan_id: 'system', until: inDays(365), reason: 'Purchase order 1234' }
    await call(api.setPlan, plan, await as(sam))
    expect(await row()).toMatchObject({
      status: 'active',
      plan_name: 'System',
      by_invoice: true,
      is_online: false,
    })
    await expect(call(api.setPlan, plan, await as(sam))).rejects.toMatchObject(refused('billing.old_version'))
    await expect(
      call(api.setPlan, { ...plan, version: version + 1, until: DAY }, await as(sam)),
    ).rejects.toMatchObject(refused('billing.day_too_far'))
    const trail = await fixture.rows(
      `select reason from public.audit_events where entity = 'subscriptions' and entity_id = $1 and reason is not null`,
      [id],
    )
    expect(trail).toEqual([{ reason: 'Purchase order 1234' }])
    expect(at(await call(api.history, undefined, await as(ana)))).toMatchObject({
      kind: 'plan_by_hand',
      reason: 'Purchase order 1234',
    })
    await expect(call(api.setPlan, plan, await as(grace))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('an invoiced plan is past due when its period ends, and unpaid two weeks later', async () => {
    const { id, version } = await row()
    await call(
      api.setPlan,
      { id, version, plan_id: 'program', until: inDays(30), reason: 'An invoice' },
      await as(sam),
    )
    await fixture.rows(
      `update public.subscriptions set period_ends_at = now() - interval '1 minute' where id = $1`,
      [id],
    )
    await round()
    expect((await row()).status).toBe('past_due')
    // There is no invoice on the page, and no card.
    expect((await receivedBy(fixture, grace, 'billing')).at(-1)).toMatchObject({
      code: 'billing.period_over',
      message: expect.not.stringContaining('card'),
    })
    await fixture.rows(
      `update public.subscriptions set past_due_since = now() - interval '14 days' where id = $1`,
      [id],
    )
    await round()
    await round()
    expect((await row()).status).toBe('unpaid')
  })

  it('extends a trial, even an expired one, but nothing that is paid online', async () => {
    await endTrial()
    await round()
    const { id, version } = await row()
    await call(api.extendTrial, { id, version, until: inDays(14), reason: 'Budget round' }, await as(sam))
    expect(await state(grace)).toMatchObject({ status: 'trialing', isTrial: true })
    const extended = await row()
    await expect(
      call(
        api.extendTrial,
        { id, version: extended.version, until: inDays(13), reason: 'Again' },
        await as(sam),
      ),
    ).rejects.toMatchObject(refused('billing.not_longer'))
    await hook(await pay())
    const paid = await row()
    await expect(
      call(api.extendTrial, { id, version: paid.version, until: inDays(20), reason: 'Again' }, await as(sam)),
    ).rejects.toMatchObject(refused('billing.paid_online'))
    await expect(
      call(
        api.setPlan,
        { id, version: paid.version, plan_id: 'program', until: inDays(20), reason: 'Again' },
        await as(sam),
      ),
    ).rejects.toMatchObject(refused('billing.paid_online'))
  })

  it('filters by status, plan, end of the trial and name', async () => {
    const names = async (input: object) =>
      (await call(api.list, input, await as(sam))).rows.map(({ school_name }) => school_name)
    expect(await names({ status: 'trialing' })).toContain('Lakeshore')
    expect(await names({ status: 'active' })).not.toContain('Lakeshore')
    expect(await names({ plan: 'college' })).toEqual([])
    expect(await names({ ending: '7' })).not.toContain('Lakeshore')
    expect(await names({ ending: '30', sort: 'trial_ends_at', dir: 'desc' })).toContain('Lakeshore')
  })
})

describe('the database by itself', () => {
  const tables = [
    'subscriptions',
    'billing_owners',
    'invoices',
    'billing_events',
    'ownership_transfers',
  ] as const
  const seen = (who: Person | null, table: (typeof tables)[number]) =>
    fixture.act(who, (tx) =>
      tx.selectFrom(table).select('school_id').where('school_id', '=', school).execute(),
    )

  it.each(tables)('shows no row of %s to another school, a student or an anonymous caller', async (table) => {
    await endTrial()
    await hook(await pay())
    await call(api.offerOwnership, { id: randomUUID(), nominee_id: ana.id }, await as(grace))
    expect((await seen(ana, table)).length).toBeGreaterThan(0)
    expect((await seen(sam, table)).length).toBeGreaterThan(0)
    for (const who of [eve, jenna, null]) expect(await seen(who, table)).toEqual([])
  })

  it('lets no administrator write status, plan, invoices or history, not even the owner', async () => {
    const changed = async (who: Person) =>
      fixture.act(who, (tx) =>
        tx
          .updateTable('subscriptions')
          .set({ status: 'active' })
          .where('school_id', '=', school)
          .executeTakeFirst(),
      )
    for (const who of [grace, ana, eve]) expect((await changed(who)).numUpdatedRows).toBe(0n)
    const take = (who: Person) =>
      fixture.act(who, (tx) =>
        tx
          .updateTable('billing_owners')
          .set({ owner_id: who.id })
          .where('school_id', '=', school)
          .executeTakeFirst(),
      )
    for (const who of [ana, eve]) expect((await take(who)).numUpdatedRows).toBe(0n)
    const forbidden: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => tx.deleteFrom('billing_events').execute(),
      (tx) => tx.updateTable('invoices').set({ status: 'paid' }).execute(),
      (tx) => tx.updateTable('subscriptions').set({ customer_id: 'cus_mine' }).execute(),
    ]
    for (const statement of forbidden)
      await expect(fixture.act(grace, statement)).rejects.toMatchObject({ code: '42501' })
    await expect(
      fixture.act(ana, (tx) =>
        tx
          .insertInto('ownership_transfers')
          .values({
            id: randomUUID(),
            school_id: school,
            from_id: grace.id,
            nominee_id: ana.id,
            created_by: ana.id,
          })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      fixture.act(ana, (tx) =>
        tx
          .insertInto('billing_events')
          .values({ school_id: school, kind: 'plan_by_hand', actor_id: ana.id })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('never changes the history, not even for the worker', async () => {
    const remove = withActor(fixture.workerPool, null, (tx) => tx.deleteFrom('billing_events').execute())
    await expect(remove).rejects.toMatchObject({ code: '42501' })
    await expect(fixture.rows('delete from public.billing_events')).rejects.toThrow('is append-only')
  })
})
