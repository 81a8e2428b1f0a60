import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { priceOf } from '#features/plans/rules.ts'
import { Link } from '#ui/Link.tsx'
import type { Billing, BillingPerson } from '../contract.ts'
import { nextWords } from '../messages.ts'

/** A plan’s price in words: "$2,400 a year". */
export const priceWords = (plan: NonNullable<Billing['plan']>): string => {
  const { amount, per } = priceOf(plan)
  return [amount, per].filter(Boolean).join(' ')
}

/** What happens next to a school’s subscription. */
export const nextOf = (billing: Billing): string =>
  nextWords({
    status: billing.status,
    plan: billing.plan?.name ?? null,
    price: billing.plan?.price_cents ? priceWords(billing.plan) : null,
    byInvoice: billing.by_invoice,
    endsWithPeriod: billing.ends_with_period,
    trialEndsAt: billing.trial_ends_at,
    periodEndsAt: billing.period_ends_at,
    pastDueSince: billing.past_due_since,
    zone: billing.time_zone,
  })

/** A person with their email address. */
export const Reach = ({ name, email }: BillingPerson): ReactNode => (
  <>
    {name}, <Anchor href={`mailto:${email}`}>{email}</Anchor>
  </>
)

/** How to reach Placewell about plans and invoices. */
export const Contact = ({ email }: { email: string | null }): ReactNode =>
  email ? <Anchor href={`mailto:${email}`}>{email}</Anchor> : <Link href="/contact">the contact page</Link>
