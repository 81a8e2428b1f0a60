import { type ReactNode, useEffect } from 'react'
import { SitePage, useAnswer } from '#features/public-pages/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { Plan, Plans } from '../contract.ts'
import { priceOf } from '../rules.ts'
import classes from './PricingScreen.module.css'

/** The plans from the database; no prices are written here. */
export function PricingScreen(): ReactNode {
  const { answer, failure, again } = useAnswer<Plans>('/plans')
  const plans = answer?.plans
  const hasPayments = Boolean(answer?.payment_key)
  useEffect(() => {
    if (hasPayments) loadPaymentScript()
  }, [hasPayments])
  const free = plans?.filter((plan) => plan.audience !== 'school')
  const paid = plans?.filter((plan) => plan.audience === 'school')
  return (
    <SitePage
      title="Schools pay. Students never do."
      description="What Placewell costs: nothing for students, instructors and the sites that host them; a yearly plan for schools, with 30 days to try it without a card."
      lead="Free for students and hospitals. A school has a yearly plan, and 30 days to try it without a card."
    >
      {failure ? (
        <div className={classes.failed} role="alert">
          <p>The plans couldn’t be loaded. {failure}</p>
          <PlainButton onClick={again}>Try again</PlainButton>
        </div>
      ) : (
        <div aria-busy={!plans}>
          <h2 className={classes.heading}>For schools</h2>
          <Cards plans={paid} waiting={3} label="Plans for schools" />
          <h2 className={classes.heading}>Free, and meant to stay so</h2>
          <Cards plans={free} waiting={2} label="Free of charge" />
        </div>
      )}
      <p className={classes.note}>
        Plans and amounts are set by the operator of this installation. A school chooses its plan on its
        Billing page, or <Link href="/contact">write to us</Link>, and we agree on plan and invoice.
      </p>
    </SitePage>
  )
}

function Cards({ plans, waiting, label }: { plans: Plan[] | undefined; waiting: number; label: string }) {
  return (
    <ul className={classes.plans} aria-label={label}>
      {plans?.map((plan) => <Card key={plan.id} plan={plan} />) ??
        Array.from({ length: waiting }, (_, index) => <li key={index} className={classes.waiting} />)}
    </ul>
  )
}

function Card({ plan }: { plan: Plan }) {
  const { amount, per } = priceOf(plan)
  return (
    <li className={classes.plan}>
      <h3>{plan.name}</h3>
      <p className={classes.summary}>{plan.summary}</p>
      <p className={classes.price}>
        <b>{amount}</b>
        {per && <span> {per}</span>}
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        {plan.price_cents === null ? (
          <LinkButton href="/contact" variant="default" fullWidth>
            Talk to us
          </LinkButton>
        ) : (
          <LinkButton
            href={signUpOf[plan.audience]}
            variant={plan.audience === 'school' ? 'filled' : 'default'}
            fullWidth
          >
            {plan.audience === 'school' ? 'Start with your school' : 'Create an account'}
          </LinkButton>
        )}
      </div>
    </li>
  )
}

const signUpOf: Record<Plan['audience'], string> = {
  school: '/signup/school',
  facility: '/signup/facility',
  student: '/signup',
}

const PAYMENT_SCRIPT = 'https://js.stripe.com/v3/'

/** Loads the payment provider's script, only on this page (Spec §2), and only if it is configured. */
function loadPaymentScript(): void {
  if (document.querySelector(`script[src="${PAYMENT_SCRIPT}"]`)) return
  const script = document.createElement('script')
  script.src = PAYMENT_SCRIPT
  script.async = true
  document.head.append(script)
}
