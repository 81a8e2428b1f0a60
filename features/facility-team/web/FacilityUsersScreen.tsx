import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconKey, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { AccessLog } from '#features/audit/web/public.ts'
import { ApprovalsView, approvals } from '#features/approvals/web/public.ts'
import { useDepartures } from '#features/departures/web/public.ts'
import { InvitationsView, InviteDialog } from '#features/invitations/web/public.ts'
import { type Asking, LazyRequestDialog } from '#features/permission-requests/web/public.ts'
import { permissionLabels, permissionTypes } from '#features/permissions/rules.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FacilityUser, UserStatus } from '../contract.ts'
import { facilityTeam, useExportUsers } from './queries.ts'

type UsersSearch = {
  view?: string | undefined
  q?: string | undefined
  status?: string | undefined
  permission?: string | undefined
  place?: string | undefined
  sort?: string | undefined
  dir?: 'asc' | 'desc' | undefined
  page?: number | undefined
}

const views = ['users', 'invitations', 'approvals', 'access'] as const
const tabs = [
  { value: 'users', label: 'Users' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'access', label: 'Access log' },
] as const

/** Who administers a facility and what lies below it, who is invited and who waits for approval. */
export function FacilityUsersScreen(): ReactNode {
  const me = useMe()
  const search = useSearch({ strict: false }) as UsersSearch
  const setSearch = useSetSearch()
  const view = choiceParam(search.view, views) ?? 'users'
  const go = (next: UsersSearch, replace: boolean) =>
    setSearch({ ...next, page: next.page === 1 ? undefined : next.page }, replace)
  const onView = (next: (typeof views)[number]) => go({ view: next === 'users' ? undefined : next }, false)
  const { q, status, page } = search
  const filter = definedParams({ q, status, page })
  const onFilter = (chosen: { q?: string; status?: string; page?: number }) => go({ ...chosen, view }, true)
  const [isInviting, setInviting] = useState(false)
  const inviteButton = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
      Invite
    </Button>
  )
  return (
    <Page
      title="Users"
      description={me.role === 'superadmin' ? 'Your facility and everything below it' : me.facility_name}
      width="wide"
      actions={inviteButton}
      toolbar={
        <Group>
          <SegmentedFilter label="View" value={view} options={tabs} onChange={onView} />
        </Group>
      }
    >
      <Stack>
        {view !== 'approvals' && view !== 'access' && <Waiting onLook={() => onView('approvals')} />}
        {view === 'users' && (
          <Users
            search={search}
            onSearch={(change) => go({ ...search, ...change }, change.page === undefined)}
            invite={inviteButton}
          />
        )}
        {view === 'invitations' && (
          <InvitationsView within="facility" filter={filter} onFilter={onFilter} invite={inviteButton} />
        )}
        {view === 'access' && <AccessLog />}
        {view === 'approvals' && <ApprovalsView within="facility" filter={filter} onFilter={onFilter} />}
      </Stack>
      <InviteDialog within="facility" opened={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

function Waiting({ onLook }: { onLook: () => void }): ReactNode {
  const { data } = useQuery({
    ...approvals.list.queryOptions({ input: { within: 'facility', status: 'pending' } }),
    refetchInterval: 60_000,
  })
  if (!data?.total) return null
  return (
    <Banner
      kind="warning"
      title={data.total === 1 ? '1 sign-up needs your approval' : `${data.total} sign-ups need your approval`}
      action={
        <Button size="xs" variant="default" onClick={onLook}>
          Look
        </Button>
      }
    />
  )
}

const PAGE_SIZE = 25
const statuses = ['active', 'pending', 'returned', 'declined', 'deactivated'] as const
const statusLabels: Record<UserStatus, string> = {
  active: 'Active',
  pending: 'Waiting',
  returned: 'Sent back',
  declined: 'Declined',
  deactivated: 'Deactivated',
}
const sorts = ['full_name', 'email', 'place_name', 'created_at'] as const

type UsersProps = { search: UsersSearch; onSearch: (change: UsersSearch) => void; invite: ReactNode }

function Users({ search, onSearch, invite }: UsersProps): ReactNode {
  const me = useMe()
  const { q = '', dir = 'asc', page = 1, place } = search
  const status = choiceParam(search.status, statuses) ?? ('all' as const)
  const permission = choiceParam(search.permission, permissionTypes) ?? ('any' as const)
  const sort = choiceParam(search.sort, sorts) ?? ('full_name' as const)
  const filter = { q, status, permission, sort, dir, ...(place && { place_id: place }) }
  const refine = (change: UsersSearch) => onSearch({ page: undefined, ...change })
  const list = useQuery({
    ...facilityTeam.users.queryOptions({ input: { ...filter, page } }),
    placeholderData: keepPreviousData,
  })
  const save = useExportUsers()
  const [asking, setAsking] = useState<Asking | null>(null)
  const { actionFor, dialog } = useDepartures(me)
  const isFiltered = Boolean(q) || status !== 'all' || permission !== 'any' || Boolean(place)
  const actionsOf = (row: FacilityUser): RowAction<FacilityUser>[] =>
    me.role === 'superadmin'
      ? [
          { label: 'Permissions', icon: IconKey, href: ({ id }) => `/admin/users/${id}/permissions` },
          actionFor({ ...row, role: 'facility_admin' }),
        ]
      : [
          {
            label: 'Request a permission',
            icon: IconKey,
            onClick: ({ id, full_name }) => setAsking({ target: { id, full_name } }),
            disabled: () => row.status !== 'active' && 'Only an active person can be given a permission.',
          },
          actionFor({ ...row, role: 'facility_admin' }),
          {
            label: 'Requests about this person',
            href: ({ full_name: name }) =>
              `/admin/permission-requests?${new URLSearchParams({ view: 'all', q: name })}`,
          },
        ]
  if (list.isError && !list.data)
    return <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  return (
    <>
      <FilterBar
        chosen={[status !== 'all', permission !== 'any', place]}
        onClear={
          isFiltered
            ? () => refine({ q: undefined, status: undefined, permission: undefined, place: undefined })
            : undefined
        }
        end={
          <ExportButton
            isPending={save.isPending}
            disabled={!list.data?.total}
            onClick={() => save.mutate(filter, { onSuccess: ({ filename, csv }) => saveFile(filename, csv) })}
          />
        }
      >
        <SearchField label="Search users" value={q} onChange={(text) => refine({ q: text || undefined })} />
        <SegmentedFilter
          label="Status"
          value={status}
          options={[
            { value: 'all' as const, label: 'All', count: list.data?.counts.all },
            ...statuses
              .filter((value) => value === status || value === 'active' || list.data?.counts[value])
              .map((value) => ({ value, label: statusLabels[value], count: list.data?.counts[value] })),
          ]}
          onChange={(value) => refine({ status: value === 'all' ? undefined : value })}
        />
        <NativeSelect
          aria-label="Facility"
          value={place ?? ''}
          data={[
            { value: '', label: 'Every place' },
            ...(list.data?.places ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={({ currentTarget }) => refine({ place: currentTarget.value || undefined })}
        />
        <NativeSelect
          aria-label="Permission"
          value={permission}
          data={[
            { value: 'any', label: 'Any permission' },
            ...permissionTypes.map((value) => ({ value, label: permissionLabels[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            refine({ permission: value === 'any' ? undefined : value })
          }
        />
      </FilterBar>
      <DataTable
        label="Users"
        rows={list.data?.rows}
        isLoading={list.isPlaceholderData}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ full_name: name }) => name}
        rowActions={actionsOf}
        sort={{ key: sort, dir }}
        onSortChange={({ key, dir: towards }) => refine({ sort: key, dir: towards })}
        page={page}
        pageSize={PAGE_SIZE}
        total={list.data?.total}
        onPageChange={(to) => onSearch({ page: to })}
        empty={
          isFiltered
            ? { title: 'No matching people', description: 'Try another search, or clear the filters.' }
            : {
                title: 'No users yet',
                description:
                  'Invite the colleagues who plan placements, for the whole facility or for one unit.',
                action: invite,
              }
        }
      />
      {dialog}
      <LazyRequestDialog asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

const columns: Column<FacilityUser>[] = [
  {
    key: 'full_name',
    title: 'Name',
    sortable: true,
    render: (row) => (
      <Text fw={600} size="sm">
        {row.full_name}
        {row.is_me && ' (you)'}
      </Text>
    ),
  },
  { key: 'email', title: 'Email', sortable: true, render: (row) => row.email },
  { key: 'place_name', title: 'Facility', sortable: true, render: (row) => row.place_name ?? '–' },
  {
    key: 'permissions',
    title: 'Permissions',
    render: ({ permissions }) =>
      permissions.length === 0 ? (
        '—'
      ) : (
        <Group gap={4}>
          {permissions.map(({ permission_type: type, facility_name: name }) => (
            <Badge key={`${type} ${name}`} variant="light" color="violet" title={`at ${name}`}>
              {permissionLabels[type]}
            </Badge>
          ))}
        </Group>
      ),
  },
  {
    key: 'status',
    title: 'Status',
    render: (row) => <StateBadge state={row.status} label={statusLabels[row.status]} />,
  },
  {
    key: 'created_at',
    title: 'Joined',
    sortable: true,
    render: (row) => <RelativeTime value={row.created_at} />,
  },
]
