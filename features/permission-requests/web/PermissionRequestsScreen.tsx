import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconKey, IconPencil } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { choice, type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { PermissionRequest } from '../contract.ts'
import { LazyRequestDialog } from './LazyRequestDialog.tsx'
import { permissionRequests } from './queries.ts'
import type { RequestStart } from './RequestDialog.tsx'
import { requestName, useRequestActions } from './use-request-actions.ts'

const RequestDrawer = lazyDialog(() => import('./RequestDrawer.tsx').then((file) => file.RequestDrawer), {
  id: undefined,
})

const views = ['to_decide', 'mine', 'all'] as const
const statusLabels: Record<PermissionRequest['status'], string> = {
  submitted: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Ended',
  revoked: 'Revoked',
  draft: 'Draft',
}
type RequestFilter = Omit<NonNullable<Parameters<typeof permissionRequests.list.call>[0]>, 'view'>
const filters: Filters<RequestFilter> = {
  q: searchText('Search people and facilities', { any: 'Person or facility' }),
  status: choice('Status', 'Every status', statusLabels),
  permission: choice('Permission', 'Every permission', permissionLabels),
}
/** Requests that need a decision all have the same status. */
const waitingFilters: Filters<RequestFilter> = { ...filters, status: { ...filters.status, kind: 'none' } }
const known = {
  view: (value: unknown) => choiceParam(value, views),
  request: idParam,
  ask: (value: unknown) => choiceParam(value, ['me']),
}

/** Permission requests: those that need the viewer's decision, those the viewer wrote, and all with their outcomes. */
export function PermissionRequestsScreen(): ReactNode {
  const me = useMe()
  const [{ view = 'to_decide', request, ask }, setWords] = useSearchParams(known)
  const setSearch = useSetSearch()
  const list = useList(view === 'to_decide' ? waitingFilters : filters, {
    sorts: ['created_at'],
    hasOwnOrder: true,
  })
  const isSuperadmin = me.role === 'superadmin'
  const query = useQuery({
    ...permissionRequests.list.queryOptions({ input: { view, ...list.filter, page: list.page } }),
    placeholderData: keepPreviousData,
    // Others request and decide while this page is open.
    refetchInterval: 60_000,
  })
  const [chosen, setChosen] = useState<RequestStart | null>(null)
  const asking = chosen ?? (ask === 'me' && !isSuperadmin ? {} : null)
  const actions = useRequestActions([
    {
      id: 'details',
      label: 'Details and history',
      icon: IconKey,
      open: ([row]) => setWords({ request: row!.id }, false),
    },
    {
      id: 'write',
      label: 'Continue writing',
      icon: IconPencil,
      isOffered: (row) => row.is_mine && row.status === 'draft',
      open: ([row]) => setChosen({ draft: row! }),
    },
  ])
  const askButton = isSuperadmin ? (
    <LinkButton href="/admin/users?role=facility_admin" variant="default">
      Give a permission directly
    </LinkButton>
  ) : (
    <Button leftSection={<IconKey size={18} aria-hidden />} onClick={() => setChosen({})}>
      Request a permission
    </Button>
  )
  return (
    <>
      <ListPage
        title="Permission requests"
        description={
          isSuperadmin
            ? 'All permission requests. You can decide on any of them; only you decide on preceptors.'
            : 'Request a permission for yourself or a colleague, and decide on your team’s requests.'
        }
        buttons={askButton}
        toolbar={
          <SegmentedFilter
            label="View"
            value={view}
            options={[
              { value: 'to_decide', label: 'Waiting for you', count: query.data?.to_decide },
              ...(isSuperadmin ? [] : [{ value: 'mine' as const, label: 'Requested by you' }]),
              { value: 'all', label: 'All' },
            ]}
            onChange={(next) =>
              setSearch(
                { ...list.filter, status: undefined, view: next === 'to_decide' ? undefined : next },
                false,
              )
            }
          />
        }
        above={
          !isSuperadmin &&
          view === 'to_decide' && (
            <Banner kind="info" title="No one can decide on their own request.">
              Only a superadmin decides on preceptors. To see why you have access:{' '}
              <Anchor component={Link} href="/admin/permissions-help" inherit>
                Permissions guide
              </Anchor>
              .
            </Banner>
          )
        }
        list={list}
        label="Permission requests"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={[
          ...columns,
          {
            key: 'decide',
            title: 'Decision',
            align: 'right',
            render: (row) =>
              row.may_decide && (
                <Group gap={6} wrap="nowrap" justify="flex-end">
                  <Button
                    size="xs"
                    aria-label={`Approve ${requestName(row)}`}
                    onClick={() => actions.start(actions.approve, [row])}
                  >
                    Approve
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Decline ${requestName(row)}`}
                    onClick={() => actions.start(actions.decline, [row])}
                  >
                    Decline
                  </Button>
                </Group>
              ),
          },
        ]}
        rowKey={({ id }) => id}
        rowLabel={requestName}
        actions={actions}
        failedTitle="The requests couldn’t be loaded"
        empty={(isNarrowed) => ({
          titleOrder: 2,
          ...(isNarrowed
            ? { title: 'No requests match', description: 'Try another search, or clear the filters.' }
            : view === 'mine'
              ? {
                  title: 'You have no requests',
                  description: 'Request a permission for yourself or for a colleague in your facilities.',
                  action: askButton,
                }
              : {
                  title: view === 'all' ? 'No requests yet' : 'Nothing needs you right now',
                  description: 'Requests from your team appear here.',
                }),
        })}
      />
      <LazyRequestDialog
        asking={asking}
        onClose={() => {
          setChosen(null)
          if (ask) setWords({ ask: undefined })
        }}
      />
      <RequestDrawer id={request} onClose={() => setWords({ request: undefined })} />
    </>
  )
}

const columns: Column<PermissionRequest>[] = [
  {
    key: 'wish',
    title: 'Request',
    render: (row) => (
      <div>
        <Text fw={600} size="sm">
          {row.target_name ?? 'Someone outside your facility'}
        </Text>
        <Text size="sm">
          {permissionLabels[row.permission]} at {row.facility_name}
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
    title: 'Requested by',
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
]
