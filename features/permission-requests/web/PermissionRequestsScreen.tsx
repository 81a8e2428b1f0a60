import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconKey, IconPencil, IconSend, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { permissionLabels, permissionTypes } from '#features/permissions/rules.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { PermissionRequest } from '../contract.ts'
import { wishInWords } from '../rules.ts'
import { LazyRequestDialog } from './LazyRequestDialog.tsx'
import { permissionRequests } from './queries.ts'
import type { Asking } from './RequestDialog.tsx'
import { useRequestActions } from './use-request-actions.ts'

/** What the address of the page holds. */
type RequestsSearch = {
  view?: string | undefined
  status?: string | undefined
  permission?: string | undefined
  q?: string | undefined
  page?: number | undefined
  request?: string | undefined
  ask?: string | undefined
}

const RequestDrawer = lazyDialog(() => import('./RequestDrawer.tsx').then((file) => file.RequestDrawer), {
  id: undefined,
})

const PAGE_SIZE = 25
const views = ['to_decide', 'mine', 'all'] as const
const statuses = ['submitted', 'approved', 'declined', 'withdrawn', 'expired', 'revoked', 'draft'] as const
const statusLabels: Record<PermissionRequest['status'], string> = {
  draft: 'Draft',
  submitted: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Ended',
  revoked: 'Revoked',
}

/** Who asks for which permission at which place: what waits for one's decision, what one asked for, and what became of all. */
export function PermissionRequestsScreen(): ReactNode {
  const me = useMe()
  const search = useSearch({ from: '/_app/admin/permission-requests' })
  const setSearch = useSetSearch()
  const isSuperadmin = me.role === 'superadmin'
  const view = choiceParam(search.view, views) ?? 'to_decide'
  const status = choiceParam(search.status, statuses) ?? 'any'
  const permission = choiceParam(search.permission, permissionTypes) ?? 'any'
  const { q = '', page = 1 } = search
  const go = (change: RequestsSearch, isStep = false) => setSearch({ ...search, ...change }, !isStep)
  const refine = (change: RequestsSearch) => go({ ...change, page: undefined })
  const list = useQuery({
    ...permissionRequests.list.queryOptions({ input: { view, status, permission, q, page } }),
    placeholderData: keepPreviousData,
    // Others ask and decide without anybody here doing something.
    refetchInterval: 60_000,
  })
  const actions = useRequestActions()
  const [chosen, setChosen] = useState<Asking | null>(null)
  const asking = chosen ?? (search.ask === 'me' && !isSuperadmin ? {} : null)
  const stopAsking = () => {
    setChosen(null)
    if (search.ask) go({ ask: undefined })
  }
  const askButton = isSuperadmin ? (
    <LinkButton href="/admin/users?role=facility_admin" variant="default">
      Give a permission directly
    </LinkButton>
  ) : (
    <Button leftSection={<IconKey size={18} aria-hidden />} onClick={() => setChosen({})}>
      Request a permission
    </Button>
  )
  const isFiltered = Boolean(q) || status !== 'any' || permission !== 'any'

  const columns: Column<PermissionRequest>[] = [
    {
      key: 'wish',
      title: 'Request',
      render: (row) => (
        <div>
          <Text fw={600} size="sm">
            {row.target_name ?? 'Someone outside your place'}
          </Text>
          <Text size="sm">
            {permissionLabels[row.permission]} at {row.place_name}
          </Text>
        </div>
      ),
    },
    {
      key: 'why',
      title: 'Needed for',
      render: (row) => (
        <div style={{ whiteSpace: 'normal', maxWidth: 340 }}>
          <Text size="sm">{row.justification}</Text>
          {row.expires_on && (
            <Text size="xs" c="dimmed">
              Until {formatDate(row.expires_on)}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'by',
      title: 'Asked by',
      render: (row) => (row.is_mine ? 'You' : (row.requester_name ?? '–')),
    },
    {
      key: 'status',
      title: 'Status',
      render: (row) => (
        <div>
          <StateBadge state={row.status} label={statusLabels[row.status]} />
          {row.decided_by_name && (
            <Text size="xs" c="dimmed">
              by {row.decided_by_name}
            </Text>
          )}
        </div>
      ),
    },
    {
      key: 'since',
      title: 'Since',
      render: (row) => <RelativeTime value={row.decided_at ?? row.submitted_at ?? row.created_at} />,
    },
    {
      key: 'decide',
      title: 'Decision',
      align: 'right',
      render: (row) =>
        row.may_decide && (
          <Group gap={6} wrap="nowrap" justify="flex-end">
            <Button
              size="xs"
              aria-label={`Approve ${nameOf(row)}`}
              disabled={actions.isPending}
              onClick={() => actions.approve(row)}
            >
              Approve
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={`Decline ${nameOf(row)}`}
              disabled={actions.isPending}
              onClick={() => actions.decline(row)}
            >
              Decline
            </Button>
          </Group>
        ),
    },
  ]
  const actionsOf = (row: PermissionRequest): RowAction<PermissionRequest>[] => [
    { label: 'Details and history', icon: IconKey, onClick: ({ id }) => go({ request: id }, true) },
    ...(row.may_decide
      ? [
          { label: 'Approve', icon: IconCheck, onClick: actions.approve },
          { label: 'Decline', icon: IconX, danger: true, onClick: actions.decline },
        ]
      : []),
    ...(row.is_mine && row.status === 'draft'
      ? [
          { label: 'Go on writing', icon: IconPencil, onClick: () => setChosen({ draft: row }) },
          { label: 'Send', icon: IconSend, onClick: actions.send },
          { label: 'Discard', icon: IconArrowBackUp, onClick: actions.takeBack },
        ]
      : []),
    ...(row.is_mine && row.status === 'submitted'
      ? [{ label: 'Withdraw', icon: IconArrowBackUp, onClick: actions.takeBack }]
      : []),
  ]

  return (
    <Page
      title="Permission requests"
      description={
        isSuperadmin
          ? 'All permission requests. You can decide on any of them; only you decide on preceptors.'
          : 'Request a permission for yourself or a colleague, and decide on your team’s requests.'
      }
      width="wide"
      actions={askButton}
      toolbar={
        <SegmentedFilter
          label="View"
          value={view}
          options={[
            { value: 'to_decide', label: 'Waiting for you', count: list.data?.to_decide },
            ...(isSuperadmin ? [] : [{ value: 'mine' as const, label: 'Asked by you' }]),
            { value: 'all', label: 'All' },
          ]}
          onChange={(next) =>
            go({ view: next === 'to_decide' ? undefined : next, status: undefined, page: undefined }, true)
          }
        />
      }
    >
      {!isSuperadmin && view === 'to_decide' && (
        <Banner kind="info" title="No one can decide on their own request.">
          Only a superadmin decides on preceptors. To see why you have access:{' '}
          <Anchor component={Link} href="/admin/permissions-help" inherit>
            Permissions guide
          </Anchor>
          .
        </Banner>
      )}
      {list.isError && !list.data ? (
        <FailedState
          title="The requests could not be loaded"
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isFetching}
        />
      ) : (
        <>
          <FilterBar
            onClear={
              isFiltered
                ? () => refine({ q: undefined, status: undefined, permission: undefined })
                : undefined
            }
          >
            <SearchField
              label="Search people and places"
              value={q}
              onChange={(text) => refine({ q: text || undefined })}
            />
            {view !== 'to_decide' && (
              <NativeSelect
                aria-label="Status"
                value={status}
                data={[
                  { value: 'any', label: 'Every state' },
                  ...statuses.map((value) => ({ value, label: statusLabels[value] })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  refine({ status: value === 'any' ? undefined : value })
                }
              />
            )}
            <NativeSelect
              aria-label="Permission"
              value={permission}
              data={[
                { value: 'any', label: 'Every permission' },
                ...permissionTypes.map((value) => ({ value, label: permissionLabels[value] })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                refine({ permission: value === 'any' ? undefined : value })
              }
            />
          </FilterBar>
          <DataTable
            label="Permission requests"
            rows={list.data?.rows}
            isLoading={list.isPlaceholderData}
            columns={columns}
            rowKey={({ id }) => id}
            rowLabel={nameOf}
            rowActions={actionsOf}
            page={page}
            pageSize={PAGE_SIZE}
            total={list.data?.total}
            onPageChange={(next) => go({ page: next === 1 ? undefined : next }, true)}
            empty={
              isFiltered
                ? {
                    title: 'No request fits',
                    description: 'Try another search, or clear the filters.',
                    titleOrder: 2,
                  }
                : view === 'mine'
                  ? {
                      title: 'You have no requests',
                      description: 'Request a permission for yourself or for a colleague in your facilities.',
                      action: askButton,
                      titleOrder: 2,
                    }
                  : {
                      title: view === 'all' ? 'No requests yet' : 'Nothing needs you right now',
                      description: 'Requests from your team appear here.',
                      titleOrder: 2,
                    }
            }
          />
        </>
      )}
      <LazyRequestDialog asking={asking} onClose={stopAsking} />
      <RequestDrawer id={search.request} onClose={() => go({ request: undefined })} />
    </Page>
  )
}

const nameOf = (row: PermissionRequest): string => wishInWords(row, permissionLabels[row.permission])
