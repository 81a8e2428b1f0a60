import { addDays, type PlainDate, todayIn } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { SchoolPaymentStatus } from '#core/school-payment-status.ts'
import type { Plan } from '#features/plans/contract.ts'
import type {
  Billing,
  BillingEvent,
  SubscriptionRow,
  SubscriptionState,
  SubscriptionStatus,
  Transfer,
} from './contract.ts'

const DAY = 86_400_000

/** Maximum number of history rows read. */
export const MAX_HISTORY = 30

/** How many days a payment may be late before it counts as unpaid (Domain §2.19). */
export const PAST_DUE_DAYS = 14
/** How many days an offer to transfer billing stays open (Domain §2.19). */
export const OFFER_DAYS = 7
/** How many days before a trial ends its billing owner is notified. */
export const TRIAL_NOTICES = [7, 1] as const
/** The payment provider starts no trial shorter than this (ms). */
const SHORTEST_TRIAL = 2 * DAY
/** How many days ahead a trial can be extended. */
export const MAX_TRIAL_DAYS = 180
/** How many days ahead a plan can be set by hand. */
export const MAX_PLAN_DAYS = 1_096

/** Days until an instant, rounded up, never below 0 (Domain §2.19). */
export const daysUntil = (instant: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / DAY))

type Facts = Pick<Billing, 'status' | 'trial_ends_at'> & { plan_name: string | null; owner_id: string | null }

/**
 * The subscription state of a viewer (Spec §3, §4): roles that do not administer count as active and see no details. It is based on the
 * server’s own rows; nothing that a client sends grants access.
 */
export function stateOf(
  facts: Facts | null,
  viewer: { id: string; role: string },
  now: number,
): SubscriptionState {
  const canViewBilling = ['superadmin', 'school_admin', 'school_super_admin'].includes(viewer.role)
  if (!canViewBilling || !facts)
    return {
      hasSubscription: !canViewBilling,
      status: canViewBilling ? 'incomplete' : 'active',
      isTrial: false,
      daysRemaining: null,
      planName: null,
      isBillingOwner: false,
      canViewBilling,
    }
  const isTrial = facts.status === 'trialing'
  return {
    hasSubscription: hasAccess(facts.status),
    status: facts.status,
    isTrial,
    daysRemaining: isTrial ? daysUntil(facts.trial_ends_at, now) : null,
    planName: facts.plan_name ?? (isTrial ? TRIAL_NAME : null),
    isBillingOwner: viewer.role === 'superadmin' || facts.owner_id === viewer.id,
    canViewBilling,
  }
}

/** The plan name of a school that has not chosen a plan yet (Spec §4). */
export const TRIAL_NAME = 'Trial'
/** Statuses in which a school may use the whole product; in the others it is read-only (Domain 2.19, decision 209). */
export const hasAccess = (status: SubscriptionStatus): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due'

/** A status of the payment provider, which may try a late payment for longer than the grace days, or for good. */
export const statusWithGrace = (
  status: SubscriptionStatus,
  pastDueSince: string | null,
  now: number,
): SubscriptionStatus =>
  status === 'past_due' && pastDueSince !== null && now - Date.parse(pastDueSince) >= PAST_DUE_DAYS * DAY
    ? 'unpaid'
    : status

type PaymentStatus = {
  status: SubscriptionStatus
  past_due_since: string | null
  time_zone: string | null
  owner: { id: string; name: string } | null
}
type Person = { id: string; role: string }

/**
 * What a person should know about their school: that a payment is late, for its administrators, or that it is read-only, for everyone
 * there. Null if all is well, if the payment status is unknown, and for people who act for no school.
 */
export function paymentStandingOf(
  paying: PaymentStatus | null,
  { id, role }: Person,
): SchoolPaymentStatus | null {
  if (!paying || role === 'superadmin' || role === 'facility_admin') return null
  const { status, past_due_since: since, time_zone: zone, owner } = paying
  const administers = role === 'school_admin' || role === 'school_super_admin'
  const kind = !hasAccess(status) ? 'read_only' : status === 'past_due' && administers ? 'late' : null
  if (!kind) return null
  if (!administers) return { kind, status: null, until: null, owner: null, is_owner: false }
  const until =
    kind === 'late' && since && zone ? todayIn(zone, Date.parse(since) + PAST_DUE_DAYS * DAY) : null
  return { kind, status, until, owner: owner?.name ?? null, is_owner: owner?.id === id }
}

/**
 * Why someone whose school has this standing can't start anything new. What remains allowed is set in each procedure's contract
 * (`whileReadOnly`).
 */
export function readOnlyBlocker(standing: SchoolPaymentStatus | null) {
  if (standing?.kind !== 'read_only') return null
  const { status, owner, is_owner: isOwner } = standing
  return status === null
    ? refusal('billing.school_read_only')
    : refusal('billing.read_only', { status: status as SubscriptionStatus, owner, isOwner })
}

/** True when this plan can be paid online: it has a price per month or year. Others are arranged with Placewell. */
export const isSoldOnline = ({ price_cents, billing_interval, audience }: Plan): boolean =>
  audience === 'school' &&
  price_cents !== null &&
  price_cents > 0 &&
  (billing_interval === 'month' || billing_interval === 'year')

type Now = Pick<
  Billing,
  'status' | 'plan' | 'by_invoice' | 'is_online' | 'takes_payments' | 'may_manage' | 'ends_with_period'
>

/** Why the viewer can't change billing, or null if they can. */
const mayNotManage = ({ may_manage, takes_payments }: Now) =>
  !may_manage ? refusal('billing.not_owner') : !takes_payments ? refusal('billing.no_online_payment') : null

/** Why this plan can't be chosen now, or null. */
export function planBlocker(now: Now, plan: Plan) {
  if (!now.may_manage) return refusal('billing.not_owner')
  if (!isSoldOnline(plan)) return refusal('billing.by_agreement', { plan: plan.name })
  const refused = mayNotManage(now)
  if (refused) return refused
  if (now.by_invoice && now.status === 'active') return refusal('billing.by_invoice')
  if (!now.is_online) return null
  if (now.plan?.id === plan.id) return refusal('billing.same_plan', { plan: plan.name })
  if (now.status === 'past_due' || now.status === 'unpaid') return refusal('billing.pay_first')
  if (now.ends_with_period) return refusal('billing.resume_first')
  return null
}

/**
 * Whether the viewer chooses a plan or changes the one they have; null where something else comes first: paying what is open, or taking a
 * cancellation back.
 */
export function planStep({
  may_manage,
  is_online,
  by_invoice,
  ends_with_period,
  status,
}: Now): 'choose' | 'change' | null {
  if (!may_manage) return null
  if (is_online) return ends_with_period || status === 'past_due' || status === 'unpaid' ? null : 'change'
  return by_invoice && status === 'active' ? 'change' : 'choose'
}

/** Why it cannot be canceled now. */
export function cancelBlocker(now: Now) {
  return (
    mayNotManage(now) ??
    (!now.is_online
      ? refusal('billing.nothing_to_cancel')
      : now.ends_with_period
        ? refusal('billing.canceled_already')
        : null)
  )
}

/** Why a cancellation can't be undone now, or null. */
export function resumeBlocker(now: Now) {
  return mayNotManage(now) ?? (now.is_online && now.ends_with_period ? null : refusal('billing.not_canceled'))
}

/** Why payment methods can't be changed now, or null. */
export const cardBlocker = (now: Now) => mayNotManage(now)

/** Why a card can't be removed, or null: a plan paid online needs its default card. */
export const removeCardBlocker = (now: Now, card: { is_default: boolean }, cards: number) =>
  cardBlocker(now) ??
  ((card.is_default || cards === 1) && now.is_online && !now.ends_with_period
    ? refusal(cards > 1 ? 'billing.default_card' : 'billing.last_card')
    : null)

/** When a plan begins to cost money: after the trial, at once, or with credit for the unused part of the previous plan. */
export type PlanStart =
  | { kind: 'after_trial'; on: string }
  | { kind: 'today' }
  | { kind: 'instead'; credit_cents: number; due_cents: number; until: string }
  | { kind: 'instead_in_trial'; on: string }

/** When a plan chosen at `now` begins, and its first charge; amounts are estimates before tax. */
export function startOf(
  current: Pick<Billing, 'status' | 'plan' | 'is_online' | 'trial_ends_at' | 'period_ends_at'>,
  plan: Pick<Plan, 'price_cents' | 'billing_interval'>,
  now: number,
): PlanStart {
  const trialLeft = Date.parse(current.trial_ends_at) - now
  const { plan: before, period_ends_at: until } = current
  if (current.status === 'trialing' && current.is_online)
    return { kind: 'instead_in_trial', on: current.trial_ends_at }
  if (current.is_online && before?.price_cents && until) {
    const length = before.billing_interval === 'month' ? 30.4 * DAY : 365 * DAY
    const share = Math.min(1, Math.max(0, (Date.parse(until) - now) / length))
    const credit = Math.round(before.price_cents * share)
    const same = before.billing_interval === plan.billing_interval
    const cost = Math.round((plan.price_cents ?? 0) * (same ? share : 1))
    return { kind: 'instead', credit_cents: credit, due_cents: Math.max(0, cost - credit), until }
  }
  return current.status === 'trialing' && trialLeft >= SHORTEST_TRIAL
    ? { kind: 'after_trial', on: current.trial_ends_at }
    : { kind: 'today' }
}

/** How long the payment provider's page stays open. */
const PAYING_MS = DAY

type Returned = { isOnline: boolean; events: readonly BillingEvent[]; since: number; now: number }

/**
 * What became of a payment whose page was opened at `since`: it arrived, or will; it came once and the plan has ended again; or the page
 * has closed without one.
 */
export function returnFromPaying({
  isOnline,
  events,
  since,
  now,
}: Returned): { kind: 'arrived' | 'pending' | 'over' } | { kind: 'earlier'; on: string } {
  if (isOnline) return { kind: 'arrived' }
  const came = events.find((event) => Date.parse(event.at) >= since && isPayment(event))
  if (came) return { kind: 'earlier', on: came.at }
  return { kind: now - since > PAYING_MS ? 'over' : 'pending' }
}

const isPayment = ({ kind, details: { plan, to } }: BillingEvent): boolean =>
  kind === 'plan_changed' ? Boolean(plan) : kind === 'status_changed' && to === 'active'

/** Why billing can't be offered to someone now, or null. */
export function offerBlocker({ may_manage, transfer }: Pick<Billing, 'may_manage' | 'transfer'>) {
  if (!may_manage) return refusal('billing.not_owner')
  return transfer ? refusal('transfer.waits', { nominee: transfer.nominee.name }) : null
}

type Offer = Pick<Transfer, 'status' | 'expires_at'> & { nominee_id: string; from_id: string | null }

/** Why this person can't accept or decline an offer now, or null; `ownerId` is the current billing owner. */
export function answerBlocker(
  offer: Offer,
  answer: 'accept' | 'decline',
  { id, ownerId, now }: { id: string; ownerId: string | null; now: number },
) {
  if (offer.nominee_id !== id) return refusal('transfer.not_yours')
  if (offer.status === 'expired' || (offer.status === 'pending' && Date.parse(offer.expires_at) <= now))
    return refusal('transfer.expired')
  if (offer.status !== 'pending') return refusal('transfer.settled', { status: offer.status })
  return answer === 'accept' && offer.from_id !== ownerId ? refusal('transfer.owner_changed') : null
}

/** Why an offer can't be withdrawn now, or null. */
export const withdrawBlocker = (offer: Pick<Offer, 'status'>) =>
  offer.status === 'pending' ? null : refusal('transfer.settled', { status: offer.status })

type ManualPlan = Pick<
  SubscriptionRow,
  'status' | 'is_online' | 'school_name' | 'time_zone' | 'trial_ends_at'
>

/** Why the superadmin can't set a plan by hand now, or null. */
export const manualPlanBlocker = ({ is_online, school_name: school }: ManualPlan) =>
  is_online ? refusal('billing.paid_online', { school }) : null

/** Why a trial can't be extended now, or null: only one that is running, or that ended without payment. */
export const extendBlocker = (row: ManualPlan) =>
  manualPlanBlocker(row) ??
  (row.status === 'trialing' || row.status === 'paused' ? null : refusal('billing.no_trial'))

/** The last day before an end, which may be midnight: a last day that was set by hand is stored as the end of that day. */
export const lastDayOf = (end: string, timeZone: string): PlainDate => todayIn(timeZone, Date.parse(end) - 1)

/** Why this last day is refused, or null: past, or too far ahead. */
export function lastDayBlocker(
  until: PlainDate,
  { time_zone }: Pick<ManualPlan, 'time_zone'>,
  now: number,
  most: number,
) {
  const today = todayIn(time_zone, now)
  if (until < today) return refusal('billing.day_passed')
  return until > addDays(today, most) ? refusal('billing.day_too_far', { most }) : null
}

/** Why a running trial isn't extended until this instant, or null: only to a later one. */
export const extensionBlocker = (
  { status, trial_ends_at: end }: Pick<ManualPlan, 'status' | 'trial_ends_at'>,
  until: string,
) =>
  status === 'trialing' && end !== null && Date.parse(until) <= Date.parse(end)
    ? refusal('billing.not_longer')
    : null

/** The notice to send about a trial's end, in days before it, the lowest that applies; null if it is further away. */
export function trialNotice(trialEndsAt: string, now: number): number | null {
  const left = daysUntil(trialEndsAt, now)
  return TRIAL_NOTICES.findLast((days) => left <= days) ?? null
}

/** True when what the payment provider says replaces what is stored: it was read later, and is not an unfinished first payment. */
export const supersedesStored = (
  known: { read_at: string | null; provider_id: string | null; by_invoice: boolean },
  read: { at: string; subscription: { id: string; status: SubscriptionStatus } | null },
): boolean => {
  if (known.read_at !== null && Date.parse(read.at) <= Date.parse(known.read_at)) return false
  if (!read.subscription) return false
  // A subscription that ended at the provider does not affect a plan that was set by hand since.
  if (known.by_invoice && ['canceled', 'incomplete_expired'].includes(read.subscription.status)) return false
  // An unpaid first payment leaves the trial or earlier plan as it is.
  const isUnbegun =
    read.subscription.status === 'incomplete' || read.subscription.status === 'incomplete_expired'
  return !isUnbegun || known.provider_id === read.subscription.id
}

/** Who becomes billing owner if there is none: the super admin with the longest membership, or else the longest-standing administrator. */
export const firstOwner = <P extends { role: string; since: string }>(people: readonly P[]): P | undefined =>
  people
    .filter(({ role }) => role === 'school_super_admin' || role === 'school_admin')
    .toSorted((a, b) =>
      a.role === b.role
        ? Date.parse(a.since) - Date.parse(b.since)
        : a.role === 'school_super_admin'
          ? -1
          : 1,
    )[0]
