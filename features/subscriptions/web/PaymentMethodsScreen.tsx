import { Button } from '@mantine/core'
import { IconCreditCard, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Card } from '../contract.ts'
import { billingRefusals } from '../messages.ts'
import { cardBlocker, removeCardBlocker } from '../rules.ts'
import { billingCrumbs, NoSchool } from './NoSchool.tsx'
import { subscriptions, touches } from './queries.ts'
import { useReturn } from './use-return.ts'

/** /billing/payment-methods: the cards that the payment provider keeps for the school; no card number is typed here (Spec §2). */
export function PaymentMethodsScreen(): ReactNode {
  return useSchoolId() ? <Cards /> : <NoSchool title="Payment methods" />
}

const fresh = { staleTime: 0, refetchOnMount: 'always' } as const

function Cards(): ReactNode {
  const returned = useReturn('card')
  const billing = useQuery({ ...subscriptions.get.queryOptions(), ...fresh }).data
  const query = useQuery({ ...subscriptions.cards.queryOptions(), ...fresh })
  const list = useList({}, { sorts: [], hasOwnOrder: true })
  const quiet = { quiet: true, touches }
  const prefer = useMutation({ ...subscriptions.makeDefault.mutationOptions(), meta: quiet })
  const remove = useMutation({ ...subscriptions.removeCard.mutationOptions(), meta: quiet })
  const add = useMutation({
    ...subscriptions.addCard.mutationOptions(),
    retry: false,
    onSuccess: ({ url }) => location.assign(url),
    meta: { failed: 'The page for a new card couldn’t be opened' },
  })
  const refused = billing && cardBlocker(billing)
  const why = refused && refusalMessage(billingRefusals, refused)
  const paying = billing?.is_online ? query.data?.find(({ is_default: pays }) => pays) : undefined
  const shown = pageOfRows(query.data ?? [], list)
  const actions = useActions<Card>(
    [
      {
        id: 'prefer',
        label: 'Make default',
        icon: IconStar,
        isOffered: ({ is_default }) => !is_default,
        blocker: () => why,
        run: ({ id }) => prefer.mutateAsync({ id }),
        done: ([card]) => `${nameOf(card!)} pays from now on`,
      },
      {
        id: 'remove',
        label: 'Remove…',
        icon: IconTrash,
        danger: true,
        blocker: (card) => {
          const no = billing && removeCardBlocker(billing, card, query.data?.length ?? 1)
          return no && refusalMessage(billingRefusals, no)
        },
        ask: ([card]) => ({
          title: `Remove ${nameOf(card!)}?`,
          body: 'It can be added again.',
          confirmLabel: 'Remove card',
        }),
        run: ({ id }) => remove.mutateAsync({ id }),
        done: () => 'Card removed',
      },
    ],
    { nameOf },
  )
  return (
    <ListPage
      title="Payment methods"
      description="Cards are kept by the payment service. Placewell never sees their numbers. A new card pays nothing until you make it the default."
      breadcrumbs={billingCrumbs}
      buttons={
        <Button
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={!billing || Boolean(why)}
          loading={add.isPending || add.isSuccess}
          onClick={() => add.mutate(undefined)}
        >
          Add card
        </Button>
      }
      above={
        <>
          {returned === 'done' && (
            <Banner kind="success" live title="Card saved">
              {paying
                ? `${nameOf(paying)} still pays the plan. To pay with the new card, choose “Make default” in its menu.`
                : 'It is in the list below.'}
            </Banner>
          )}
          {returned === 'left' && (
            <Banner kind="info" live title="No card was added">
              Nothing has changed.
            </Banner>
          )}
          {why && <Banner kind="info">{why}</Banner>}
        </>
      }
      list={list}
      label="Payment methods"
      query={query}
      rows={query.data && shown.rows}
      total={query.data && shown.total}
      page={shown.page}
      columns={columnsFor(billing?.is_online === true)}
      rowKey={({ id }) => id}
      rowLabel={nameOf}
      actions={actions}
      exported={{ name: 'payment-methods', rows: async () => query.data ?? [] }}
      failedTitle="The payment methods couldn’t be loaded"
      empty={{
        title: 'No payment methods',
        description: 'Cards are added when you pay for a plan, or here.',
        icon: IconCreditCard,
      }}
    />
  )
}

const brandOf = ({ brand }: Card): string =>
  brand.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
function nameOf(card: Card): string {
  return card.last4 ? `${brandOf(card)} ending in ${card.last4}` : brandOf(card)
}

const columnsFor = (paysPlan: boolean): readonly Column<Card>[] => [
  { key: 'card', title: 'Card', render: nameOf },
  {
    key: 'expires',
    title: 'Expires',
    render: ({ exp_month: month, exp_year: year }) =>
      month && year ? `${String(month).padStart(2, '0')}/${year}` : '—',
  },
  {
    key: 'default',
    title: 'Use',
    render: ({ is_default }) =>
      is_default ? (
        <StateBadge state="active" label={paysPlan ? 'Pays the plan' : 'Default'} />
      ) : (
        'In reserve'
      ),
  },
]
