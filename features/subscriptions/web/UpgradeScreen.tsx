import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { refusalMessage } from '#core/refusal.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import type { Plan } from '#features/plans/contract.ts'
import { priceOf } from '#features/plans/rules.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { countParam } from '#platform/web/search-params.ts'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Billing } from '../contract.ts'
import { billingRefusals, startWords } from '../messages.ts'
import { isSoldOnline, planBlocker, planStep, startOf } from '../rules.ts'
import { billingCrumbs, NoSchool } from './NoSchool.tsx'
import { plans, subscriptions, touches } from './queries.ts'
import { usePaid } from './use-paid.ts'
import { useReturn } from './use-return.ts'
import { Contact, nextOf } from './words.tsx'
import classes from './UpgradeScreen.module.css'

/** /billing/upgrade: the plans, what each costs and when it begins; people pay on the payment provider’s own page (Spec §2). */
export function UpgradeScreen(): ReactNode {
  return useSchoolId() ? <Upgrade /> : <NoSchool title="Choose a plan" />
}

function Upgrade(): ReactNode {
  const returned = useReturn('checkout')
  const [{ since = 0 }] = useSearchParams({ since: (value) => countParam(value, 1e11) })
  const { query, refresh, payment, paidOn } = usePaid(returned === 'done' ? since * 1_000 : null)
  const offered = useQuery(plans.list.queryOptions())
  return (
    <Page
      title={
        query.data && (query.data.is_online || planStep(query.data) === 'change')
          ? 'Change plan'
          : 'Choose a plan'
      }
      breadcrumbs={billingCrumbs}
      query={query}
      failedTitle="The subscription couldn’t be loaded"
    >
      {(billing) => (
        <>
          {payment === 'waiting' && (
            <Banner kind="info" live title="Your payment is being confirmed">
              This takes a few seconds. You can leave this page. The plan will still start.
            </Banner>
          )}
          {payment === 'arrived' && (
            <Banner
              kind="success"
              live
              title={`${billing.plan?.name ?? 'Your plan'} is yours`}
              action={
                <LinkButton variant="default" href="/billing">
                  Billing
                </LinkButton>
              }
            >
              {nextOf(billing)}
            </Banner>
          )}
          {payment === 'late' && (
            <Banner
              kind="warning"
              live
              title="The payment has not been confirmed yet"
              action={
                <Button
                  variant="default"
                  loading={refresh.isPending}
                  onClick={() => refresh.mutate(undefined)}
                >
                  Check again
                </Button>
              }
            >
              Don’t pay again: a payment you made is found within a day. If it is not, write to{' '}
              <Contact email={billing.contact_email} />.
            </Banner>
          )}
          {paidOn && (
            <Banner
              kind="info"
              live
              title={`Your payment was confirmed on ${formatInstant(paidOn, billing.time_zone, 'long')}`}
            >
              {nextOf(billing)}
            </Banner>
          )}
          {payment === 'over' && (
            <Banner kind="info" live title="No payment was made">
              The payment page you came from has closed, and nothing was charged on it. {nextOf(billing)}
            </Banner>
          )}
          {returned === 'left' && !billing.is_online && (
            <Banner kind="info" live title="You left before paying">
              Nothing was charged, and nothing has changed.
            </Banner>
          )}
          <Loaded
            query={offered}
            skeleton={<Skeletons count={3} />}
            failedTitle="The plans couldn’t be loaded"
          >
            {({ plans: all }) => (
              <ul className={classes.plans} aria-label="Plans">
                {all
                  .filter(({ audience }) => audience === 'school')
                  .map((plan) => (
                    <Offer
                      key={plan.id}
                      plan={plan}
                      billing={billing}
                      isWaiting={payment === 'waiting' || payment === 'late'}
                    />
                  ))}
              </ul>
            )}
          </Loaded>
        </>
      )}
    </Page>
  )
}

function Offer({
  plan,
  billing,
  isWaiting,
}: {
  plan: Plan
  billing: Billing
  isWaiting: boolean
}): ReactNode {
  const [now] = useState(Date.now)
  const { amount, per } = priceOf(plan)
  const isSold = isSoldOnline(plan)
  const refused = planBlocker(billing, plan)
  const start = startWords(startOf(billing, plan, now), { zone: billing.time_zone, currency: plan.currency })
  const pay = useMutation({
    ...subscriptions.startCheckout.mutationOptions(),
    retry: false,
    onSuccess: ({ url }) => location.assign(url),
    meta: { failed: 'The payment page couldn’t be opened' },
  })
  const change = useMutation({
    ...subscriptions.changePlan.mutationOptions(),
    retry: false,
    meta: { quiet: true, touches },
  })
  const [askChange, dialog] = useAction({
    label: `Change to ${plan.name}`,
    ask: () => ({
      title: `Change to ${plan.name}?`,
      body: `${plan.name} costs ${[amount, per].filter(Boolean).join(' ')}, before tax. ${start}`,
      confirmLabel: 'Change plan',
    }),
    run: () => change.mutateAsync({ plan_id: plan.id }),
    done: () => `${plan.name} is your plan`,
  })
  const why = isWaiting
    ? 'Wait until your payment is confirmed.'
    : refused
      ? refusalMessage(billingRefusals, refused)
      : null
  return (
    <li className={classes.plan}>
      <h2>{plan.name}</h2>
      <p>{plan.summary}</p>
      <p className={classes.price}>{[amount, per].filter(Boolean).join(' ')}</p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className={classes.end}>
        <p className={classes.note} id={`start-${plan.id}`}>
          {why ?? start}
        </p>
        {isSold && (billing.takes_payments || !billing.may_manage) ? (
          <Button
            disabled={why !== null}
            loading={pay.isPending || pay.isSuccess}
            aria-describedby={`start-${plan.id}`}
            onClick={() => (billing.is_online ? askChange({}) : pay.mutate({ plan_id: plan.id }))}
          >
            {billing.is_online ? `Change to ${plan.name}` : `Choose ${plan.name}`}
          </Button>
        ) : (
          <LinkButton variant="default" href="/contact">
            Talk to us
          </LinkButton>
        )}
      </div>
      {dialog}
    </li>
  )
}
