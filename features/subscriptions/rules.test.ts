import { describe, expect, it, test } from 'vitest'
import { constants } from '#core/constants.ts'
import type { Plan } from '#features/plans/contract.ts'
import { fakeBilling, fakePlan, fakeTransfer } from './fake.ts'
import { refusalMessage } from '#core/refusal.ts'
import {
  billingRefusals,
  endWords,
  eventWords,
  nextWords,
  paymentBannerText,
  startWords,
  statusLabels,
} from './messages.ts'
import {
  answerBlocker,
  cancelBlocker,
  daysUntil,
  extendBlocker,
  extensionBlocker,
  firstOwner,
  manualPlanBlocker,
  hasAccess,
  supersedesStored,
  isSoldOnline,
  lastDayBlocker,
  lastDayOf,
  offerBlocker,
  planBlocker,
  planStep,
  readOnlyBlocker,
  removeCardBlocker,
  returnFromPaying,
  resumeBlocker,
  paymentStandingOf,
  startOf,
  stateOf,
  statusWithGrace,
  trialNotice,
  withdrawBlocker,
} from './rules.ts'
import { type BillingEvent, subscriptionStatus } from './contract.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()

test('days left are rounded up, and 0 after the end (Domain §2.19)', () => {
  expect(daysUntil(inDays(constants.trial.days), NOW)).toBe(30)
  expect(daysUntil(inDays(29.01), NOW)).toBe(30)
  expect(daysUntil(inDays(0.001), NOW)).toBe(1)
  expect(daysUntil(inDays(0), NOW)).toBe(0)
  expect(daysUntil(inDays(-3), NOW)).toBe(0)
})

test('a payment that stays late is unpaid after 14 days, whatever the provider still calls it (Domain §2.19)', () => {
  expect(statusWithGrace('past_due', null, NOW)).toBe('past_due')
  expect(statusWithGrace('past_due', inDays(-13.9), NOW)).toBe('past_due')
  expect(statusWithGrace('past_due', inDays(-14), NOW)).toBe('unpaid')
  expect(statusWithGrace('active', inDays(-20), NOW)).toBe('active')
})

describe('the subscription state (Spec §3, §4)', () => {
  const facts = {
    status: 'trialing',
    trial_ends_at: inDays(12.5),
    plan_name: null,
    owner_id: 'grace',
  } as const

  it('is a trial named Trial for administrators, one of whom is the billing owner', () => {
    expect(stateOf(facts, { id: 'grace', role: 'school_super_admin' }, NOW)).toEqual({
      hasSubscription: true,
      status: 'trialing',
      isTrial: true,
      daysRemaining: 13,
      planName: 'Trial',
      isBillingOwner: true,
      canViewBilling: true,
    })
    expect(stateOf(facts, { id: 'ana', role: 'school_admin' }, NOW)).toMatchObject({
      isBillingOwner: false,
      canViewBilling: true,
    })
    expect(stateOf(facts, { id: 'sam', role: 'superadmin' }, NOW).isBillingOwner).toBe(true)
  })

  it.each(['student', 'proctor', 'facility_admin'])('is active without details for a %s', (role) => {
    expect(stateOf(facts, { id: 'grace', role }, NOW)).toEqual({
      hasSubscription: true,
      status: 'active',
      isTrial: false,
      daysRemaining: null,
      planName: null,
      isBillingOwner: false,
      canViewBilling: false,
    })
  })

  it('grants nothing if the server has no row', () => {
    expect(stateOf(null, { id: 'ana', role: 'school_admin' }, NOW)).toMatchObject({
      hasSubscription: false,
      isBillingOwner: false,
    })
  })

  it('has the plan’s name once one is chosen, and ends with the paid period', () => {
    expect(
      stateOf({ ...facts, plan_name: 'College' }, { id: 'ana', role: 'school_admin' }, NOW).planName,
    ).toBe('College')
    for (const status of ['trialing', 'active', 'past_due'] as const) expect(hasAccess(status)).toBe(true)
    for (const status of ['unpaid', 'paused', 'canceled', 'incomplete', 'incomplete_expired'] as const)
      expect(hasAccess(status)).toBe(false)
  })
})

describe('a school that does not pay is read-only (Domain 2.19)', () => {
  const grace = { id: 'grace', name: 'Grace Dean' }
  const paying = {
    status: 'unpaid',
    past_due_since: '2026-11-20T18:00:00Z',
    time_zone: 'America/Chicago',
    owner: grace,
  } as const
  const ana = { id: 'ana', role: 'school_admin' }

  it.each(subscriptionStatus.options)('with status %s it is read-only, or not', (status) => {
    for (const role of ['school_admin', 'school_super_admin', 'student', 'proctor'])
      expect(paymentStandingOf({ ...paying, status }, { id: 'ana', role })?.kind === 'read_only').toBe(
        !hasAccess(status),
      )
    for (const role of ['superadmin', 'facility_admin'])
      expect(paymentStandingOf({ ...paying, status }, { id: 'ana', role })).toBeNull()
  })

  it("has a late payment before that, with a deadline in the school's zone that its administrators see", () => {
    const late = { ...paying, status: 'past_due' } as const
    expect(paymentStandingOf(late, ana)).toEqual({
      kind: 'late',
      status: 'past_due',
      until: '2026-12-04',
      owner: 'Grace Dean',
      is_owner: false,
    })
    // Nine in the evening there is the next day in UTC; the clocks change in between.
    expect(paymentStandingOf({ ...late, past_due_since: '2026-10-25T03:00:00Z' }, ana)?.until).toBe(
      '2026-11-07',
    )
    expect(paymentStandingOf(late, { id: 'jenna', role: 'student' })).toBeNull()
    expect(readOnlyBlocker(paymentStandingOf(late, ana))).toBeNull()
  })

  it('is not restricted while its payment status is unknown', () => {
    expect(paymentStandingOf(null, ana)).toBeNull()
    expect(readOnlyBlocker(null)).toBeNull()
  })

  it('tells people who see billing who can do what, and students nothing about money', () => {
    const words = (role: string, changes: object = {}, id = 'ana') =>
      refusalMessage(
        billingRefusals,
        readOnlyBlocker(paymentStandingOf({ ...paying, ...changes }, { id, role }))!,
      )
    expect(words('school_admin')).toContain(
      'Ask Grace Dean, the billing owner, to pay the open invoice in Billing',
    )
    expect(words('school_super_admin', { status: 'paused' }, 'grace')).toContain(
      'The trial has ended, so your school is read-only. Choose a plan in Billing',
    )
    expect(words('school_admin', { owner: null, status: 'canceled' })).toContain('Choose a plan in Billing')
    expect(words('student')).toContain('Ask your school')
    expect(words('student')).not.toMatch(/pay|Grace|invoice|trial/)
    expect(paymentStandingOf(paying, { id: 'jenna', role: 'student' })).toEqual({
      kind: 'read_only',
      status: null,
      until: null,
      owner: null,
      is_owner: false,
    })
  })

  it('is shown on every page, with a link to billing for those who see it', () => {
    const said = (role: string, changes: object = {}, id = 'ana') =>
      paymentBannerText(paymentStandingOf({ ...paying, ...changes }, { id, role })!, 'Lakeshore')
    expect(said('school_admin', { status: 'past_due' })).toEqual({
      title: 'A payment is late.',
      text: 'Everything works until December 4, 2026; then Lakeshore is read-only.',
      more: null,
      link: { label: 'Open Billing', href: '/billing' },
    })
    expect(said('school_admin')).toMatchObject({
      title: 'Lakeshore is read-only.',
      text: 'A payment was not made, so nothing new can be started.',
      more: expect.stringContaining('Grace Dean can pay the open invoice.'),
      link: { label: 'Open Billing', href: '/billing' },
    })
    expect(said('school_super_admin', { status: 'paused' }, 'grace')).toMatchObject({
      text: 'The trial has ended, so nothing new can be started.',
      link: { label: 'Choose a plan', href: '/billing/upgrade' },
    })
    expect(said('school_super_admin', {}, 'grace').link).toEqual({
      label: 'Pay in Billing',
      href: '/billing',
    })
    expect(said('student')).toEqual({
      title: 'Lakeshore is read-only.',
      text: 'Your shifts and records work as always; no new seats for now.',
      more: null,
      link: null,
    })
  })
})

test.each<[Partial<Plan>, boolean]>([
  [{}, true],
  [{ billing_interval: 'month' }, true],
  [{ price_cents: null, billing_interval: null }, false],
  [{ price_cents: 0 }, false],
  [{ billing_interval: 'student_term' }, false],
  [{ audience: 'facility' }, false],
])('a plan %j is sold online: %s', (changes, sold) => {
  expect(isSoldOnline(fakePlan(changes))).toBe(sold)
})

describe('choosing a plan', () => {
  const college = fakePlan({ id: 'college', name: 'College' })
  it.each([
    [{}, null],
    [{ may_manage: false }, 'billing.not_owner'],
    [{ takes_payments: false }, 'billing.no_online_payment'],
    [{ by_invoice: true, status: 'active' }, 'billing.by_invoice'],
    [{ by_invoice: true, status: 'unpaid' }, null],
    [{ status: 'paused' }, null],
    [{ is_online: true, status: 'active', plan: college }, 'billing.same_plan'],
    [{ is_online: true, status: 'past_due' }, 'billing.pay_first'],
    [{ is_online: true, status: 'active', ends_with_period: true }, 'billing.resume_first'],
    [{ is_online: true, status: 'active' }, null],
  ] as const)('choosing %j: %s', (changes, code) => {
    expect(planBlocker(fakeBilling(changes), college)?.code ?? null).toBe(code)
  })
  it('refuses a plan by agreement online', () => {
    expect(planBlocker(fakeBilling(), fakePlan({ price_cents: null }))?.code).toBe('billing.by_agreement')
  })
})

test('cancels only what is paid online, once, and the cancellation can be undone', () => {
  const paid = fakeBilling({ is_online: true, status: 'active' })
  expect(cancelBlocker(paid)).toBeNull()
  expect(resumeBlocker(paid)?.code).toBe('billing.not_canceled')
  expect(cancelBlocker({ ...paid, ends_with_period: true })?.code).toBe('billing.canceled_already')
  expect(resumeBlocker({ ...paid, ends_with_period: true })).toBeNull()
  expect(cancelBlocker(fakeBilling())?.code).toBe('billing.nothing_to_cancel')
  expect(cancelBlocker({ ...paid, may_manage: false })?.code).toBe('billing.not_owner')
})

test('refuses to remove the card that pays', () => {
  const paid = fakeBilling({ is_online: true, status: 'active' })
  expect(removeCardBlocker(paid, { is_default: true }, 1)?.code).toBe('billing.last_card')
  expect(removeCardBlocker(paid, { is_default: true }, 2)?.code).toBe('billing.default_card')
  expect(removeCardBlocker(paid, { is_default: false }, 2)).toBeNull()
  expect(removeCardBlocker(paid, { is_default: false }, 1)?.code).toBe('billing.last_card')
  expect(removeCardBlocker(fakeBilling(), { is_default: true }, 1)).toBeNull()
})

it.each([
  ['a trial', {}, 'choose'],
  ['a trial that ended', { status: 'paused' }, 'choose'],
  ['a plan that is paid online', { status: 'active', is_online: true, plan: fakePlan() }, 'change'],
  [
    'one that is canceled and goes on',
    { status: 'active', is_online: true, plan: fakePlan(), ends_with_period: true },
    null,
  ],
  ['one that has ended', { status: 'canceled', plan: fakePlan(), ends_with_period: true }, 'choose'],
  ['a payment that is late', { status: 'past_due', is_online: true, plan: fakePlan() }, null],
  ['a plan by invoice', { status: 'active', by_invoice: true, plan: fakePlan() }, 'change'],
  ['a plan by invoice that is over', { status: 'unpaid', by_invoice: true, plan: fakePlan() }, 'choose'],
  ['someone else’s billing', { may_manage: false }, null],
] as const)('the next step of a plan with %s is %#', (_what, how, step) => {
  expect(planStep(fakeBilling(how))).toBe(step)
})

describe('when a plan begins to cost', () => {
  const college = { price_cents: 660_000, billing_interval: 'year' } as const
  it('keeps the rest of a trial, unless it is shorter than the provider allows', () => {
    expect(startOf(fakeBilling({ trial_ends_at: inDays(12) }), college, NOW)).toEqual({
      kind: 'after_trial',
      on: inDays(12),
    })
    expect(startOf(fakeBilling({ trial_ends_at: inDays(1.5) }), college, NOW)).toEqual({ kind: 'today' })
    expect(startOf(fakeBilling({ status: 'paused', trial_ends_at: inDays(-1) }), college, NOW)).toEqual({
      kind: 'today',
    })
  })
  it('credits the unused part of the previous plan', () => {
    const paid = fakeBilling({
      status: 'active',
      is_online: true,
      plan: fakePlan(),
      period_ends_at: inDays(182.5),
    })
    expect(startOf(paid, college, NOW)).toEqual({
      kind: 'instead',
      credit_cents: 120_000,
      due_cents: 210_000,
      until: inDays(182.5),
    })
    expect(startOf(paid, { price_cents: 100, billing_interval: 'year' }, NOW)).toMatchObject({ due_cents: 0 })
  })
  it.each([
    ['month', 9_900, 15.2, 'month', 19_900, 4_950, 5_000],
    ['month', 9_900, 3.04, 'year', 660_000, 990, 659_010],
    ['year', 240_000, 3.65, 'month', 9_900, 2_400, 7_500],
    ['year', 240_000, 182.5, 'year', 660_000, 120_000, 210_000],
  ] as const)(
    'from a %s at %i cents with %d days left to a %s at %i cents',
    (before, price, days, after, next, credit_cents, due_cents) => {
      const paid = fakeBilling({
        status: 'active',
        is_online: true,
        plan: fakePlan({ billing_interval: before, price_cents: price }),
        period_ends_at: inDays(days),
      })
      expect(startOf(paid, { price_cents: next, billing_interval: after }, NOW)).toEqual({
        kind: 'instead',
        credit_cents,
        due_cents,
        until: inDays(days),
      })
    },
  )
  it('costs nothing before the end of a trial, also for a plan that is paid online already', () => {
    const trial = { status: 'trialing', trial_ends_at: inDays(2) } as const
    expect(startOf(fakeBilling(trial), college, NOW)).toEqual({ kind: 'after_trial', on: inDays(2) })
    const online = { ...trial, is_online: true, plan: fakePlan(), period_ends_at: inDays(2) }
    expect(startOf(fakeBilling(online), college, NOW)).toEqual({ kind: 'instead_in_trial', on: inDays(2) })
  })
  it('is shown before anyone pays', () => {
    const said = (start: ReturnType<typeof startOf>) =>
      startWords(start, { zone: 'America/Chicago', currency: 'USD' })
    expect(said({ kind: 'after_trial', on: '2026-12-20T18:00:00Z' })).toContain('December 20')
    expect(said({ kind: 'today' })).toContain('today')
    expect(said({ kind: 'instead', credit_cents: 120_000, due_cents: 210_000, until: inDays(1) })).toContain(
      '$2,100 is due today',
    )
    expect(said({ kind: 'instead', credit_cents: 120_000, due_cents: 0, until: inDays(1) })).toContain(
      'credited',
    )
  })
})

describe('transferring billing', () => {
  const offer = { status: 'pending', expires_at: inDays(7), nominee_id: 'ana', from_id: 'grace' } as const
  const ana = { id: 'ana', ownerId: 'grace', now: NOW }
  it.each([
    [offer, ana, null],
    [offer, { ...ana, id: 'grace' }, 'transfer.not_yours'],
    [{ ...offer, expires_at: inDays(0) }, ana, 'transfer.expired'],
    [{ ...offer, status: 'expired' }, ana, 'transfer.expired'],
    [{ ...offer, status: 'accepted' }, ana, 'transfer.settled'],
    [{ ...offer, status: 'withdrawn' }, ana, 'transfer.settled'],
    [offer, { ...ana, ownerId: 'ben' }, 'transfer.owner_changed'],
  ] as const)('%j accepted by %j → %s', (given, who, code) => {
    expect(answerBlocker(given, 'accept', who)?.code ?? null).toBe(code)
  })
  it('can be declined after the owner has changed', () => {
    expect(answerBlocker(offer, 'decline', { ...ana, ownerId: 'ben' })).toBeNull()
  })
  it('allows one pending offer at a time, which can be withdrawn while it is pending', () => {
    expect(offerBlocker({ may_manage: true, transfer: null })).toBeNull()
    expect(offerBlocker({ may_manage: true, transfer: fakeTransfer() })?.code).toBe('transfer.waits')
    expect(offerBlocker({ may_manage: false, transfer: null })?.code).toBe('billing.not_owner')
    expect(withdrawBlocker({ status: 'pending' })).toBeNull()
    expect(withdrawBlocker({ status: 'declined' })?.code).toBe('transfer.settled')
  })
})

test('the first billing owner is a super admin before an administrator, the longest-standing of them', () => {
  const ana = { role: 'school_admin', since: '2020-01-01T00:00:00Z' }
  const grace = { role: 'school_super_admin', since: '2024-01-01T00:00:00Z' }
  const later = { role: 'school_super_admin', since: '2025-01-01T00:00:00Z' }
  expect(firstOwner([ana, later, grace])).toBe(grace)
  expect(firstOwner([{ ...ana, since: '2021-01-01T00:00:00Z' }, ana])).toBe(ana)
  expect(firstOwner([{ role: 'student', since: ana.since }])).toBeUndefined()
})

test("by hand: nothing that is paid online, and only until a valid day in the school's zone", () => {
  const row = {
    status: 'trialing',
    is_online: false,
    school_name: 'Lakeshore',
    time_zone: 'America/Chicago',
    trial_ends_at: inDays(3),
  } as const
  expect(manualPlanBlocker(row)).toBeNull()
  expect(manualPlanBlocker({ ...row, is_online: true })?.code).toBe('billing.paid_online')
  expect(extendBlocker(row)).toBeNull()
  expect(extendBlocker({ ...row, status: 'paused' })).toBeNull()
  expect(extendBlocker({ ...row, status: 'active' })?.code).toBe('billing.no_trial')
  expect(lastDayBlocker('2026-11-28', row, NOW, 180)?.code).toBe('billing.day_passed')
  expect(lastDayBlocker('2026-11-29', row, NOW, 180)).toBeNull()
  // In Chicago it is still the 28th.
  expect(lastDayBlocker('2026-11-28', row, Date.parse('2026-11-29T05:00:00Z'), 180)).toBeNull()
  expect(lastDayBlocker('2027-05-28', row, NOW, 180)).toBeNull()
  expect(lastDayBlocker('2027-05-29', row, NOW, 180)?.code).toBe('billing.day_too_far')
})

test('a running trial is only made longer; one that ended begins again', () => {
  const row = { status: 'trialing', trial_ends_at: inDays(3) } as const
  expect(extensionBlocker(row, inDays(2))?.code).toBe('billing.not_longer')
  expect(extensionBlocker(row, inDays(3))?.code).toBe('billing.not_longer')
  expect(extensionBlocker(row, inDays(4))).toBeNull()
  expect(extensionBlocker({ ...row, status: 'paused' }, inDays(2))).toBeNull()
})

test.each([
  [30, null],
  [7.01, null],
  [7, 7],
  [6.5, 7],
  [1.01, 7],
  [1, 1],
  [0.1, 1],
])('with %d days left the owner is notified of %s', (days, notice) => {
  expect(trialNotice(inDays(days), NOW)).toBe(notice)
})

describe('what the payment provider says', () => {
  const known = { read_at: '2026-11-29T12:00:00.5Z', provider_id: 'sub_1', by_invoice: false }
  const read = (at: string, status: 'active' | 'incomplete' | 'canceled' = 'active', id = 'sub_1') => ({
    at,
    subscription: { id, status },
  })
  it('counts if it was read later, not if it was read earlier', () => {
    expect(supersedesStored(known, read('2026-11-29T12:00:01Z'))).toBe(true)
    expect(supersedesStored(known, read('2026-11-29T12:00:00Z'))).toBe(false)
    expect(supersedesStored({ ...known, read_at: null }, read('2026-11-29T12:00:00Z'))).toBe(true)
    expect(supersedesStored(known, { at: '2026-11-29T12:00:01Z', subscription: null })).toBe(false)
  })
  it('leaves a trial as it is if the payment was not finished', () => {
    const trial = { read_at: null, provider_id: null, by_invoice: false }
    expect(supersedesStored(trial, read('2026-11-29T12:00:01Z', 'incomplete'))).toBe(false)
    expect(supersedesStored(known, read('2026-11-29T12:00:01Z', 'incomplete'))).toBe(true)
  })
  it('does not affect a plan by invoice if it ended', () => {
    expect(supersedesStored({ ...known, by_invoice: true }, read('2026-11-29T12:00:01Z', 'canceled'))).toBe(
      false,
    )
    expect(
      supersedesStored({ ...known, by_invoice: true }, read('2026-11-29T12:00:01Z', 'active', 'sub_2')),
    ).toBe(true)
  })
})

describe('a page that people return to after paying', () => {
  const since = NOW - 60_000
  const event = (kind: string, details: object, days = 0): BillingEvent => ({
    id: '6f0c6d2e-0000-4000-8000-000000000009',
    kind,
    at: inDays(days),
    by: null,
    reason: null,
    details: details as BillingEvent['details'],
  })
  const paid = event('plan_changed', { plan: 'Program' })
  const back = (changes: Partial<Parameters<typeof returnFromPaying>[0]> = {}) =>
    returnFromPaying({ isOnline: false, events: [], since, now: NOW, ...changes })

  it('waits until the payment arrives', () => {
    expect(back()).toEqual({ kind: 'pending' })
    expect(back({ events: [event('trial_ended', {}), event('status_changed', { to: 'paused' })] })).toEqual({
      kind: 'pending',
    })
    expect(back({ isOnline: true, events: [paid] })).toEqual({ kind: 'arrived' })
  })

  it('opened again long afterwards, it waits for nothing: the payment came then, or none came', () => {
    const year = { since: since - 365 * 86_400_000 }
    const ended = event('status_changed', { from: 'active', to: 'canceled' })
    expect(back({ ...year, events: [ended, event('plan_changed', { plan: 'Program' }, -364)] })).toEqual({
      kind: 'earlier',
      on: inDays(-364),
    })
    // The same plan as before: only the status has changed.
    expect(back({ ...year, events: [event('status_changed', { to: 'active' }, -364)] })).toMatchObject({
      kind: 'earlier',
    })
    expect(back({ ...year, events: [ended] })).toEqual({ kind: 'over' })
    expect(back({ since: NOW - 86_400_001 })).toEqual({ kind: 'over' })
  })

  it('does not take an earlier payment for this one', () => {
    expect(back({ events: [event('plan_changed', { plan: 'Program' }, -30)] })).toEqual({ kind: 'pending' })
  })
})

test.each([
  ['accepted', 'This offer was already accepted.'],
  ['declined', 'This offer was already declined.'],
  ['withdrawn', 'The billing owner has taken this offer back.'],
] as const)('an offer that was %s says so; the page shows it by itself', (status, words) => {
  expect(refusalMessage(billingRefusals, withdrawBlocker({ status })!)).toBe(words)
})

test('every status says what happens next', () => {
  for (const status of Object.keys(statusLabels) as (keyof typeof statusLabels)[])
    expect(
      nextWords({
        status,
        plan: null,
        price: null,
        byInvoice: false,
        endsWithPeriod: false,
        trialEndsAt: inDays(3),
        periodEndsAt: inDays(200),
        pastDueSince: inDays(-2),
        zone: 'America/Chicago',
      }),
    ).toMatch(/\.$/)
})

test.each(['past_due', 'unpaid'] as const)(
  'a plan by invoice that is %s has no invoice to open',
  (status) => {
    const words = nextWords({
      status,
      plan: 'Program',
      price: null,
      byInvoice: true,
      endsWithPeriod: false,
      trialEndsAt: inDays(-60),
      periodEndsAt: inDays(-2),
      pastDueSince: inDays(-2),
      zone: 'America/Chicago',
    })
    expect(words).toContain('The period paid by invoice ended on November 27, 2026')
    expect(words).not.toContain('open invoice')
  },
)

describe('an end at midnight is the end of the day before, on each page and in each notice', () => {
  // Midnight in Chicago after New Year's Eve, as the superadmin's last day is stored; and a trial that began in the afternoon.
  const [whole, part] = ['2027-01-01T06:00:00Z', '2026-12-31T20:35:00Z']
  const zone = 'America/Chicago'

  it.each([
    [whole, '2026-12-31', 'Dec 31, 2026'],
    [part, '2026-12-31', 'Dec 31, 2026, 2:35 PM'],
  ])('%s', (end, day, words) => {
    expect(lastDayOf(end, zone)).toBe(day)
    expect(endWords(end, zone)).toBe(words)
  })

  it('in the status and in the history', () => {
    const facts = {
      plan: 'System',
      endsWithPeriod: false,
      price: null,
      trialEndsAt: whole,
      periodEndsAt: whole,
      pastDueSince: null,
      zone,
    }
    expect(nextWords({ ...facts, status: 'active', byInvoice: true })).toBe(
      'Paid by invoice until December 31, 2026.',
    )
    expect(nextWords({ ...facts, status: 'trialing', plan: null, byInvoice: false })).toContain(
      'The trial ends on December 31, 2026.',
    )
    expect(eventWords({ kind: 'trial_extended', details: { until: whole } }, zone)).toBe(
      'Trial extended until December 31, 2026',
    )
  })
})
