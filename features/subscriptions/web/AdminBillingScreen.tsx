import { IconCalendarPlus, IconReceipt } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import type { Plan } from '#features/plans/contract.ts'
import { choice, type Filters, oneOf, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { SubscriptionFilter, SubscriptionRow } from '../contract.ts'
import { billingRefusals, endWords, statusLabels, statusLooks } from '../messages.ts'
import { extendBlocker, lastDayOf, manualPlanBlocker, TRIAL_NAME } from '../rules.ts'
import { plans, subscriptions, touches } from './queries.ts'

const filters: Filters<SubscriptionFilter> = {
  search: searchText('Search schools', { param: 'q' }),
  status: choice('Status', 'All statuses', statusLabels),
  // Plans have ids from the database, so the page passes in the choices.
  plan: { ...oneOf('Plan', 'All plans'), read: (text) => (/^[\w-]{1,60}$/.test(text) ? text : undefined) },
  ending: choice('Trial ends', 'Trial ends any time', { '7': 'Within 7 days', '30': 'Within 30 days' }),
}
const sorts = ['school', 'status', 'trial_ends_at', 'period_ends_at'] as const

/** /admin/billing: every school's subscription, and the changes that Placewell makes by hand (Spec §2). */
export function AdminBillingScreen(): ReactNode {
  const list = useList(filters, { sorts })
  const query = useQuery({
    ...subscriptions.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const offered = useSchoolPlans()
  const actions = useHandActions(offered)
  return (
    <ListPage
      title="Billing"
      list={list}
      options={{ plan: offered.map(({ id, name }) => ({ value: id, label: name })) }}
      label="Subscriptions"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ school_name: name }) => name}
      rowHref={({ school_id: id }) => `/admin/schools/${id}`}
      actions={actions}
      exported={{
        name: 'subscriptions',
        rows: (asFile, everyPage) =>
          everyPage((page) => subscriptions.list.call({ ...list.shown, ...page }, asFile)),
      }}
      failedTitle="The subscriptions couldn’t be loaded"
      empty={{
        title: 'No subscriptions yet',
        description: 'Each school has one from the day it is created.',
        icon: IconReceipt,
      }}
    />
  )
}

function useSchoolPlans(): readonly Plan[] {
  const offered = useQuery(plans.list.queryOptions())
  return (offered.data?.plans ?? []).filter(({ audience }) => audience === 'school')
}

function useHandActions(offered: readonly Plan[]) {
  const meta = { quiet: true, touches }
  const set = useMutation({ ...subscriptions.setPlan.mutationOptions(), meta })
  const extend = useMutation({ ...subscriptions.extendTrial.mutationOptions(), meta })
  const reason = { label: 'Reason', isRequired: true, hint: 'Kept in the history of the school.' }
  return useActions<SubscriptionRow>(
    [
      {
        id: 'plan',
        label: 'Set plan by invoice…',
        icon: IconReceipt,
        blocker: (row) => {
          const refused = manualPlanBlocker(row)
          return refused && refusalMessage(billingRefusals, refused)
        },
        ask: ([row]) => ({
          title: `Set the plan of ${row!.school_name}?`,
          body: 'The plan is active at once. You send the invoice yourself. The billing owner is notified.',
          confirmLabel: 'Set plan',
          fields: [
            {
              name: 'plan',
              label: 'Plan',
              kind: 'choice',
              isRequired: true,
              options: offered.map(({ id, name }) => ({ value: id, label: name })),
              initial: row!.plan_id ?? '',
            },
            { name: 'until', label: 'Last day', kind: 'date', isRequired: true },
          ],
          reason,
        }),
        run: ({ id, version }, { values, reason: why, tick }) =>
          set.mutateAsync({
            id,
            version,
            plan_id: values['plan']!,
            until: values['until']!,
            reason: why,
            ...tick,
          }),
        done: () => 'Plan set',
      },
      {
        id: 'extend',
        label: 'Extend trial…',
        icon: IconCalendarPlus,
        isOffered: ({ status }) => status === 'trialing' || status === 'paused',
        blocker: (row) => {
          const refused = extendBlocker(row)
          return refused && refusalMessage(billingRefusals, refused)
        },
        ask: ([row]) => ({
          title: `Extend the trial of ${row!.school_name}?`,
          body: `It ends on ${endWords(row!.trial_ends_at, row!.time_zone)}. The billing owner is notified of the new day.`,
          confirmLabel: 'Extend trial',
          fields: [
            {
              name: 'until',
              label: 'Last day',
              kind: 'date',
              isRequired: true,
              initial: lastDayOf(row!.trial_ends_at, row!.time_zone),
            },
          ],
          reason,
        }),
        run: ({ id, version }, { values, reason: why, tick }) =>
          extend.mutateAsync({ id, version, until: values['until']!, reason: why, ...tick }),
        done: () => 'Trial extended',
      },
    ],
    { nameOf: ({ school_name: name }) => name },
  )
}

const columns: readonly Column<SubscriptionRow>[] = [
  { key: 'school', title: 'School', sortable: true, render: ({ school_name: name }) => name },
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => <StateBadge state={statusLooks[status]} label={statusLabels[status]} />,
  },
  {
    key: 'plan',
    title: 'Plan',
    render: ({ plan_name: name, status, by_invoice: byInvoice }) =>
      name ? `${name}${byInvoice ? ', by invoice' : ''}` : status === 'trialing' ? TRIAL_NAME : '—',
  },
  {
    key: 'trial_ends_at',
    title: 'Trial ends',
    sortable: true,
    phone: 'hide',
    render: (row) => endWords(row.trial_ends_at, row.time_zone),
  },
  {
    key: 'period_ends_at',
    title: 'Paid until',
    sortable: true,
    render: ({ status, period_ends_at: end, time_zone: zone, ends_with_period: ends }) =>
      end && status !== 'trialing' ? `${endWords(end, zone)}${ends ? ', canceled' : ''}` : '—',
  },
  {
    key: 'owner',
    title: 'Billing owner',
    file: ['Billing owner', 'Email'],
    text: ({ owner }) => [owner?.name ?? '', owner?.email ?? ''],
    render: ({ owner }) => owner?.name ?? '—',
  },
]
