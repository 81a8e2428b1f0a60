import { Button, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { roleLabels } from '#core/roles.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ApprovalsWithin, SignupRequest, SignupStatus } from '../contract.ts'
import { needsTenant, roleOnApproval } from '../rules.ts'
import { approvals } from './queries.ts'
import { useDecisions } from './use-decisions.tsx'

const statusLabels: Record<SignupStatus | 'every', string> = {
  pending: 'Waiting',
  returned: 'Sent back',
  approved: 'Approved',
  declined: 'Declined',
  every: 'All',
}
const status = tabs('Status', 'Waiting', statusLabels, 'pending')
const filters: Filters<{ q: string; status: keyof typeof statusLabels }> = {
  q: searchText('Search sign-ups'),
  // In addresses "all" is a separate choice: without one the list shows pending requests.
  status: { ...status, read: (text) => status.read(text === 'all' ? 'every' : text) },
}

const tenant: Column<SignupRequest> = {
  key: 'location',
  title: 'School or facility',
  render: (row) =>
    needsTenant(row) ? (
      <>
        {row.tenant_name ?? '–'}
        <Text size="xs" c="dimmed">
          Not known to Placewell
        </Text>
      </>
    ) : (
      row.tenant_name
    ),
}

const columns: Column<SignupRequest>[] = [
  {
    key: 'person',
    title: 'Person',
    render: (row) => (
      <div>
        <Text fw={600} size="sm">
          {row.full_name}
        </Text>
        <Text size="xs" c="dimmed">
          {row.email}
        </Text>
      </div>
    ),
  },
  {
    key: 'role',
    title: 'Role',
    render: (row) => (
      <>
        {roleLabels[row.status === 'pending' ? roleOnApproval(row) : row.role]}
        {row.status === 'pending' && row.is_first_admin && (
          <Text size="xs" c="dimmed">
            First administrator
          </Text>
        )}
      </>
    ),
  },
  tenant,
  {
    key: 'message',
    title: 'Message',
    render: (row) => (
      // A long word, such as an address, must not push the decision out of view.
      <div style={{ whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: 140, maxWidth: 340 }}>
        {row.message && <Text size="sm">{row.message}</Text>}
        {row.decision_note && (
          <Text size="sm" c="dimmed">
            {row.decided_by_name ?? 'Answer'}: {row.decision_note}
          </Text>
        )}
        {!row.message && !row.decision_note && '–'}
      </div>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    render: (row) => (
      <div>
        <StateBadge state={row.status} label={statusLabels[row.status]} />
        {row.status === 'pending' && !row.email_verified && (
          <Text size="xs" c="dimmed">
            Email not verified
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'created_at',
    title: 'Since',
    width: 118,
    render: (row) => <RelativeTime value={row.decided_at ?? row.created_at} />,
  },
]

/** The empty state for each status. */
const noneOf: Record<SignupStatus | 'every', EmptyStateProps> = {
  pending: { title: 'No sign-ups to review', description: 'New sign-ups appear here automatically.' },
  returned: {
    title: 'No sign-ups sent back',
    description: 'Sign-ups you send back appear here until the person answers.',
  },
  approved: {
    title: 'No one approved yet',
    description: 'Everyone whose sign-up you approve is listed here.',
  },
  declined: {
    title: 'No one declined',
    description: 'Sign-ups you decline are listed here, with your message.',
  },
  every: {
    title: 'No sign-ups yet',
    description: 'People who sign up without an invitation appear here. Invited people need no approval.',
  },
}

/** All sign-ups that the reader may decide: pending ones first, decided ones for reference. */
export function ApprovalsView({ within }: { within: ApprovalsWithin }): ReactNode {
  const list = useList(filters, { sorts: ['created_at'] })
  const { q, status: chosen = 'pending' } = list.filter
  const query = useQuery({
    ...approvals.list.queryOptions({
      input: { within, ...(q && { q }), status: chosen === 'every' ? 'all' : chosen, page: list.page },
    }),
    placeholderData: keepPreviousData,
    // Sign-ups arrive without any action here.
    refetchInterval: 60_000,
  })
  const { actions, approve, dialog } = useDecisions()
  return (
    <>
      <List
        list={list}
        hasViews={false}
        options={{
          status: status.options?.map((option) => ({
            ...option,
            count: query.data?.counts[option.value === 'every' ? 'all' : (option.value as SignupStatus)],
          })),
        }}
        label="Sign-ups"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={[
          ...(within === 'school' ? columns.filter(({ key }) => key !== 'location') : columns),
          {
            key: 'approve',
            title: 'Decision',
            align: 'right',
            phone: chosen === 'pending' ? 'show' : 'hide',
            render: (row) =>
              row.status === 'pending' && (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Approve ${row.full_name}`}
                  disabled={Boolean(approve.blocker?.(row))}
                  onClick={() => actions.start(approve, [row])}
                >
                  Approve
                </Button>
              ),
          },
        ]}
        rowKey={({ id }) => id}
        rowLabel={({ full_name: name }) => name}
        actions={actions}
        failedTitle="The sign-ups couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? q
              ? {
                  title: 'No sign-ups match',
                  description: 'Try another part of the name or email, or another status.',
                }
              : noneOf[chosen]
            : {
                title: 'No sign-ups to review',
                description:
                  'People who sign up without an invitation appear here. Invited people need no approval.',
              }
        }
      />
      {dialog}
    </>
  )
}
