import { IconArrowBackUp, IconArrowsExchange, IconCreditCard, IconRocket, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type RefusalIn, refusalMessage } from '#core/refusal.ts'
import { formatInstant } from '#core/plain-date.ts'
import { type ActionsKit, useActions } from '#platform/web/kit/use-actions.tsx'
import type { Billing } from '../contract.ts'
import { billingRefusals } from '../messages.ts'
import { cancelBlocker, planStep, resumeBlocker } from '../rules.ts'
import { subscriptions, touches } from './queries.ts'

const worded = (refused: RefusalIn<typeof billingRefusals> | null) =>
  refused && refusalMessage(billingRefusals, refused)

/** The billing owner's actions on the billing page. */
export function useBillingActions(): ActionsKit<Billing> {
  const cancel = useMutation({ ...subscriptions.cancel.mutationOptions(), meta: { quiet: true, touches } })
  const resume = useMutation({ ...subscriptions.resume.mutationOptions(), meta: { quiet: true, touches } })
  return useActions<Billing>(
    [
      {
        id: 'cards',
        label: 'Payment methods',
        icon: IconCreditCard,
        isOffered: ({ may_manage, takes_payments }) => may_manage && takes_payments,
        href: () => '/billing/payment-methods',
      },
      {
        id: 'transfer',
        label: 'Transfer ownership',
        icon: IconArrowsExchange,
        isOffered: ({ may_manage }) => may_manage,
        href: () => '/billing/transfer-ownership',
      },
      {
        id: 'resume',
        label: 'Resume subscription',
        icon: IconArrowBackUp,
        isOffered: ({ may_manage, is_online, ends_with_period }) =>
          may_manage && is_online && ends_with_period,
        blocker: (billing) => worded(resumeBlocker(billing)),
        run: () => resume.mutateAsync(undefined),
        done: () => 'The subscription continues',
      },
      {
        id: 'cancel',
        label: 'Cancel subscription…',
        icon: IconX,
        danger: true,
        isRare: true,
        isOffered: ({ may_manage, is_online, ends_with_period }) =>
          may_manage && is_online && !ends_with_period,
        blocker: (billing) => worded(cancelBlocker(billing)),
        ask: ([billing]) => ({
          title: 'Cancel the subscription?',
          body: `It ends ${endOf(billing!)}. Until then everything works, and you can resume it. After that your school is read-only; nothing is deleted.`,
          confirmLabel: 'Cancel subscription',
          cancelLabel: 'Keep it',
        }),
        run: () => cancel.mutateAsync(undefined),
        done: () => 'Subscription canceled. It works until its last day',
      },
      {
        id: 'choose',
        label: 'Choose a plan',
        icon: IconRocket,
        isOffered: (billing) => planStep(billing) === 'choose',
        href: () => '/billing/upgrade',
      },
      {
        id: 'change',
        label: 'Change plan',
        icon: IconRocket,
        isOffered: (billing) => planStep(billing) === 'change',
        href: () => '/billing/upgrade',
      },
    ],
    { nameOf: ({ school_name: name }) => name, idOf: ({ school_id: id }) => id },
  )
}

const endOf = ({
  status,
  trial_ends_at: trial,
  period_ends_at: period,
  time_zone: zone,
}: Billing): string => {
  const end = status === 'trialing' ? trial : period
  return end ? `on ${formatInstant(end, zone, 'long')}` : 'with the paid period'
}
