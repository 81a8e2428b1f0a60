import { notificationText } from '#core/notification-texts.ts'
import { formatMoney } from '#core/number-text.ts'
import { type DateStyle, formatDate, formatInstant, type PlainDate, todayIn } from '#core/plain-date.ts'
import type { SchoolNotice, SchoolPaymentStatus } from '#core/school-payment-status.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'
import type { BillingEvent, InvoiceStatus, SubscriptionStatus, TransferStatus } from './contract.ts'
import { lastDayOf, OFFER_DAYS, PAST_DUE_DAYS, type PlanStart } from './rules.ts'

/** Why a school is read-only; any other status means that the first payment was not finished. */
const reasons: Record<string, string> = {
  paused: 'The trial has ended',
  unpaid: 'A payment was not made',
  canceled: 'The subscription has ended',
}
const notPaid = (status: string): string => reasons[status] ?? 'The first payment was not finished'

/** The refusals of billing: code → sentence, with what would work. */
export const billingRefusals = {
  'billing.no_school': notFound(() => 'Choose a school first to see its billing.'),
  'billing.read_only': conflict<{ status: SubscriptionStatus; owner: string | null; isOwner: boolean }>(
    ({ status, owner, isOwner }) => {
      const step = status === 'unpaid' ? 'pay the open invoice' : 'choose a plan'
      const next =
        isOwner || owner === null
          ? `${step.charAt(0).toUpperCase()}${step.slice(1)} in Billing`
          : `Ask ${owner}, the billing owner, to ${step} in Billing`
      return `${notPaid(status)}, so your school is read-only. ${next}, and full access returns right away.`
    },
  ),
  'billing.school_read_only': conflict(
    () =>
      'Your school is read-only for now. What you have stays yours. Ask your school when full access returns.',
  ),
  'billing.not_owner': forbidden(
    () => 'Only the billing owner of the school can do this. The Billing page says who that is.',
  ),
  'billing.no_online_payment': conflict(
    () =>
      'Online payment is not set up on this server. Write to us on the contact page, and we agree on an invoice.',
  ),
  'billing.no_plan': notFound(() => 'This plan is no longer offered. Reload the page and choose another.'),
  'billing.by_agreement': conflict<{ plan: string }>(
    ({ plan }) => `The price of ${plan} is agreed with each school. Write to us on the contact page.`,
  ),
  'billing.by_invoice': conflict(
    () => 'Your plan is paid by invoice. Write to us on the contact page to change it.',
  ),
  'billing.same_plan': conflict<{ plan: string }>(({ plan }) => `${plan} is already your plan.`),
  'billing.pay_first': conflict(
    () => 'The last payment is open. Pay that invoice first, then change the plan.',
  ),
  'billing.resume_first': conflict(
    () => 'Your subscription is canceled. Resume it on the Billing page, then change the plan.',
  ),
  'billing.nothing_to_cancel': conflict(() => 'Nothing is paid online, so there is nothing to cancel.'),
  'billing.canceled_already': conflict(
    () => 'The subscription is already canceled. It ends with the paid period.',
  ),
  'billing.not_canceled': conflict(
    () => 'The subscription is not canceled, or has ended. Choose a plan to begin again.',
  ),
  'billing.no_card': notFound(() => 'We can’t find that card. Reload the page to see the current cards.'),
  'billing.last_card': conflict(
    () => 'Your subscription is paid with this card. Add another one first, or cancel the subscription.',
  ),
  'billing.default_card': conflict(
    () => 'Your subscription is paid with this card. Make another one the default first.',
  ),
  'billing.card_refused': conflict<{ why: string }>(
    ({ why }) =>
      `The payment was refused: ${why} Nothing was changed. Add another card under Payment methods, make it the default, and try again.`,
  ),
  'billing.provider_away': conflict(
    () => 'We can’t reach the payment service right now. Nothing was changed. Try again in a minute.',
  ),
  'billing.provider_refused': conflict(
    () =>
      'The payment service did not accept this. Nothing was changed. Reload the page, and write to us if it happens again.',
  ),
  'billing.not_found': notFound(() => 'We can’t find that subscription.'),
  'billing.old_version': conflict(
    () => 'This subscription was just changed. Reload the page to see how it is now.',
  ),
  'billing.paid_online': conflict<{ school: string }>(
    ({ school }) => `${school} pays online. Its billing owner cancels that first.`,
  ),
  'billing.no_trial': conflict(() => 'There is no trial to extend: the school has a plan, or had one.'),
  'billing.day_passed': invalid(() => 'That day has passed. Choose a later one.', 'until'),
  'billing.not_longer': invalid(() => 'The trial already lasts until then. Choose a later day.', 'until'),
  'billing.day_too_far': invalid<{ most: number }>(
    ({ most }) => `Choose a day within the next ${most} days.`,
    'until',
  ),
  'transfer.not_found': notFound(() => 'We can’t find that offer.'),
  'transfer.waits': conflict<{ nominee: string }>(
    ({ nominee }) => `There’s already an open offer to ${nominee}. Take it back first.`,
  ),
  'transfer.open_already': conflict(() => 'There’s already an open offer. Take it back first.'),
  'transfer.not_nominee': invalid(
    () => 'Billing can be handed to an active administrator of this school. Choose one of them.',
    'nominee_id',
  ),
  'transfer.not_yours': forbidden(() => 'This offer was made to someone else.'),
  'transfer.expired': conflict(
    () => `This offer expired after ${OFFER_DAYS} days. Ask the billing owner for a new one.`,
  ),
  'transfer.settled': conflict<{ status: TransferStatus }>(({ status }) =>
    status === 'withdrawn'
      ? 'The billing owner has taken this offer back.'
      : `This offer was already ${status}.`,
  ),
  'transfer.owner_changed': conflict(
    () => 'The billing owner has changed since this offer was made. Ask the new owner for another.',
  ),
}

const TO_BILLING = { label: 'Open Billing', href: '/billing' }
const TO_PAY = { label: 'Pay in Billing', href: '/billing' }
const TO_PLANS = { label: 'Choose a plan', href: '/billing/upgrade' }

/** The banner text about a school's payment status; `more` is hidden on phones. */
export function paymentBannerText(
  { kind, status, until, owner, is_owner: isOwner }: SchoolPaymentStatus,
  school: string,
): SchoolNotice {
  if (kind === 'late')
    return {
      title: 'A payment is late.',
      text: until
        ? `Everything works until ${formatDate(until, 'long')}; then ${school} is read-only.`
        : `Without it ${school} becomes read-only.`,
      more: null,
      link: isOwner ? TO_PAY : TO_BILLING,
    }
  const title = `${school} is read-only.`
  if (status === null)
    return {
      title,
      text: 'Your shifts and records work as always; no new seats for now.',
      more: null,
      link: null,
    }
  const step = status === 'unpaid' ? 'pay the open invoice' : 'choose a plan'
  return {
    title,
    text: `${notPaid(status)}, so nothing new can be started.`,
    more: `You can still read, export, and finish what is under way.${isOwner || !owner ? '' : ` ${owner} can ${step}.`}`,
    link: !isOwner ? TO_BILLING : status === 'unpaid' ? TO_PAY : TO_PLANS,
  }
}

/** Labels of the statuses; Stripe’s words stay in the API. */
export const statusLabels: Record<SubscriptionStatus, string> = {
  trialing: 'Trial',
  active: 'Active',
  past_due: 'Payment late',
  unpaid: 'Not paid',
  canceled: 'Canceled',
  incomplete: 'Payment not finished',
  incomplete_expired: 'Payment not made',
  paused: 'Trial ended',
}

/** The look of each status (`ui/states.ts`). */
export const statusLooks: Record<SubscriptionStatus, string> = {
  trialing: 'trial',
  active: 'active',
  past_due: 'overdue',
  unpaid: 'failed',
  canceled: 'cancelled',
  incomplete: 'pending',
  incomplete_expired: 'expired',
  paused: 'paused',
}

export const invoiceLabels: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
}

export const invoiceLooks: Record<InvoiceStatus, string> = {
  draft: 'draft',
  open: 'pending',
  paid: 'completed',
  uncollectible: 'failed',
  void: 'cancelled',
}

type Facts = {
  status: SubscriptionStatus
  plan: string | null
  price: string | null
  byInvoice: boolean
  endsWithPeriod: boolean
  trialEndsAt: string
  periodEndsAt: string | null
  pastDueSince: string | null
  zone: string
}

const DAY = 86_400_000

/** What a read-only school can still do. */
const READ_ONLY =
  'Nothing is lost: everything can be read and exported, what is under way goes on, and students keep their records.'

/** When something ends: its last day, and the time if that is not the end of it. */
export function endWords(end: string, zone: string, style: DateStyle = 'medium'): string {
  const last = lastDayOf(end, zone)
  return last === todayIn(zone, Date.parse(end)) ? formatInstant(end, zone, style) : formatDate(last, style)
}

/** What happens next, in words, with dates in the school's zone. */
export function nextWords({ zone, ...facts }: Facts): string {
  const day = (instant: string | null) =>
    instant ? formatInstant(instant, zone, 'long') : 'the end of the period'
  const lastDay = (end: string | null) => (end ? endWords(end, zone, 'long') : day(end))
  const cost = facts.price ? ` for ${facts.price}, before tax` : ''
  const invoiced = `The period paid by invoice ended on ${lastDay(facts.periodEndsAt)}.`
  switch (facts.status) {
    case 'trialing':
      return facts.plan
        ? facts.endsWithPeriod
          ? `Canceled: ${facts.plan} does not begin. The trial ends on ${lastDay(facts.trialEndsAt)}.`
          : `${facts.plan} begins on ${day(facts.trialEndsAt)}, with the first invoice${cost}.`
        : `The trial ends on ${lastDay(facts.trialEndsAt)}. Choose a plan before then.`
    case 'active':
      if (facts.endsWithPeriod)
        return `Canceled: the plan ends on ${lastDay(facts.periodEndsAt)} and is not renewed.`
      return facts.byInvoice
        ? `Paid by invoice until ${lastDay(facts.periodEndsAt)}.`
        : `Renews on ${day(facts.periodEndsAt)}, with the next invoice${cost}.`
    case 'past_due': {
      const last =
        facts.pastDueSince && new Date(Date.parse(facts.pastDueSince) + PAST_DUE_DAYS * DAY).toISOString()
      const by = last ? ` by ${day(last)}` : ''
      return facts.byInvoice
        ? `${invoiced} Pay the next one${by}, or write to us; everything works until then.`
        : `A payment is late. Pay the open invoice${by}; everything works until then.`
    }
    case 'unpaid':
      if (facts.byInvoice)
        return `${invoiced} The next one was not paid, so the school is read-only. Choose a plan, or write to us. ${READ_ONLY}`
      return `A payment was not made, so the school is read-only. Pay the open invoice, or write to us. ${READ_ONLY}`
    case 'canceled':
      return `The subscription has ended, so the school is read-only. Choose a plan to begin again. ${READ_ONLY}`
    case 'paused':
      return `The trial ended on ${lastDay(facts.trialEndsAt)} without a plan, so the school is read-only. Choose one to go on. ${READ_ONLY}`
    case 'incomplete':
    case 'incomplete_expired':
      return `The first payment was not finished, so the school is read-only. Choose the plan again. ${READ_ONLY}`
  }
}

/** When a plan begins to cost money, shown before anyone pays. */
export function startWords(start: PlanStart, { zone, currency }: { zone: string; currency: string }): string {
  switch (start.kind) {
    case 'after_trial':
      return `You keep the rest of your trial. The first payment is taken on ${formatInstant(start.on, zone, 'long')}.`
    case 'today':
      return 'Begins today. The first payment is taken today.'
    case 'instead_in_trial':
      return `Replaces your plan at once. The first payment is taken on ${formatInstant(start.on, zone, 'long')}.`
    case 'instead': {
      const money = (cents: number) => formatMoney(cents, currency)
      return start.due_cents > 0
        ? `Begins today. About ${money(start.credit_cents)} of your plan is unused and counted against it: about ${money(start.due_cents)} is due today, before tax.`
        : `Begins today. About ${money(start.credit_cents)} of your plan is unused and is credited to your next invoices.`
    }
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const dayOf = (value: unknown, zone: string): string =>
  typeof value === 'string' ? endWords(value, zone, 'long') : 'an unspecified date'

/** A line of the history in words. */
export function eventWords({ kind, details }: Pick<BillingEvent, 'kind' | 'details'>, zone: string): string {
  switch (kind) {
    case 'trial_started':
      return `Trial began, until ${dayOf(details['until'], zone)}`
    case 'trial_extended':
      return `Trial extended until ${dayOf(details['until'], zone)}`
    case 'trial_ended':
      return 'Trial ended without a plan'
    case 'plan_by_hand':
      return `${text(details['plan'])} set by Placewell, by invoice, until ${dayOf(details['until'], zone)}`
    case 'status_changed':
      return `${statusLabels[details['from'] as SubscriptionStatus] ?? 'Status'} → ${statusLabels[details['to'] as SubscriptionStatus] ?? 'changed'}`
    case 'plan_changed':
      return `Plan: ${text(details['plan']) || 'none'}`
    case 'cancellation':
      return details['on'] === true ? 'Canceled at the end of the period' : 'Cancellation taken back'
    case 'period_over':
      return 'The invoiced period ended'
    case 'owner_appointed':
      return `${text(details['owner'])} became the billing owner`
    case 'owner_offered':
      return `Billing offered to ${text(details['nominee'])}`
    case 'owner_changed':
      return `${text(details['owner'])} took over billing`
    case 'offer_declined':
      return `${text(details['nominee'])} declined to take over billing`
    case 'offer_withdrawn':
      return `Offer to ${text(details['nominee'])} taken back`
    case 'offer_expired':
      return `Offer to ${text(details['nominee'])} expired`
    case 'second_subscription':
      return 'A second subscription was found at the payment service'
    default:
      return 'Payment service reported a change'
  }
}

type OfSchool = { school: string }

/** Notifications to the billing owner and to a nominee. */
export const notificationTexts = {
  'billing.trial_ends': notificationText<OfSchool & { days: number; on: PlainDate }>(
    ({ days }) => (days <= 1 ? 'Your trial ends within a day' : `Your trial ends in ${days} days`),
    ({ school, on }) =>
      `The trial of ${school} ends on ${formatDate(on, 'long')}. Choose a plan before then; the remaining days stay free.`,
  ),
  'billing.trial_ended': notificationText<OfSchool>(
    () => 'Your trial has ended',
    ({ school }) =>
      `The trial of ${school} ended without a plan, so it is read-only. Choose a plan to go on. ${READ_ONLY}`,
  ),
  'billing.active': notificationText<OfSchool & { plan: string }>(
    ({ plan }) => `${plan} is active`,
    ({ school, plan }) => `${school} now has the plan ${plan}. Invoices are on the Billing page.`,
  ),
  'billing.past_due': notificationText<OfSchool>(
    () => 'A payment is late',
    ({ school }) =>
      `A payment of ${school} did not go through. Pay the open invoice within ${PAST_DUE_DAYS} days, with another card if you need to; after that the school is read-only.`,
  ),
  'billing.period_over': notificationText<OfSchool>(
    () => 'The period you paid for has ended',
    ({ school }) =>
      `The period of ${school} paid by invoice has ended. Pay the next invoice within ${PAST_DUE_DAYS} days, or write to us; after that the school is read-only.`,
  ),
  'billing.unpaid': notificationText<OfSchool>(
    () => 'A payment was not made',
    ({ school }) =>
      `An invoice of ${school} was not paid, so it is read-only. Pay it, or write to us. ${READ_ONLY}`,
  ),
  'billing.canceled': notificationText<OfSchool>(
    () => 'Your subscription has ended',
    ({ school }) =>
      `The subscription of ${school} has ended, so it is read-only. Choose a plan to begin again. ${READ_ONLY}`,
  ),
  'billing.trial_extended': notificationText<OfSchool & { on: PlainDate }>(
    () => 'Your trial was extended',
    ({ school, on }) => `The trial of ${school} now ends on ${formatDate(on, 'long')}.`,
  ),
  'billing.owner': notificationText<OfSchool>(
    () => 'You are the billing owner',
    ({ school }) =>
      `You look after the plan, invoices and payment methods of ${school}. You can hand this over on the Billing page.`,
  ),
  'billing.offered': notificationText<OfSchool & { by: string }>(
    ({ by }) => `${by} asks you to take over billing`,
    ({ school }) =>
      `If you accept, you look after the plan, invoices and payment methods of ${school}. You have ${OFFER_DAYS} days to answer.`,
  ),
  'billing.handed_over': notificationText<OfSchool & { owner: string }>(
    ({ owner }) => `${owner} is now the billing owner`,
    ({ school, owner }) => `${owner} took over billing of ${school}.`,
  ),
  'billing.declined': notificationText<OfSchool & { nominee: string }>(
    ({ nominee }) => `${nominee} declined to take over billing`,
    ({ school }) => `You can offer billing of ${school} to another administrator.`,
  ),
  'billing.nominee_left': notificationText<OfSchool & { nominee: string }>(
    ({ nominee }) => `${nominee} can’t take over billing`,
    ({ school, nominee }) =>
      `${nominee} is no longer an active administrator of ${school}, so your offer has ended. You can offer billing to another administrator.`,
  ),
  'billing.offer_expired': notificationText<OfSchool & { nominee: string }>(
    ({ nominee }) => `${nominee} did not answer your offer`,
    ({ school }) =>
      `The offer to take over billing of ${school} has expired. You can offer it again, or to another administrator.`,
  ),
}
