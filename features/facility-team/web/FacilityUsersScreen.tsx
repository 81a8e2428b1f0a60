import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconBeach, IconCalendarCheck, IconKey, IconUserPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate, formatRange, todayHere } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { AccessLog } from '#features/audit/web/public.ts'
import { ApprovalsView, WaitingBanner } from '#features/approvals/web/public.ts'
import { useDepartures } from '#features/departures/web/public.ts'
import { InvitationsView, InviteDialog } from '#features/invitations/web/public.ts'
import { type RequestStart, LazyRequestDialog } from '#features/permission-requests/web/public.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { choice, type Filters, oneOf, searchText, tabs as oneOfTabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Cover, FacilityUser, UserFilter, UserStatus } from '../contract.ts'
import { coverBlocker } from '../rules.ts'
import type { AwayDialogProps } from './AwayDialog.tsx'
import { facilityTeam, useEndCover, useExportUsers } from './queries.ts'

const AwayDialog = lazyDialog<AwayDialogProps>(
  () => import('./AwayDialog.tsx').then((file) => file.AwayDialog),
  { person: null },
)

const views = ['users', 'invitations', 'approvals', 'access'] as const
const tabs = [
  { value: 'users', label: 'Users' },
  { value: 'invitations', label: 'Invitations' },
  { value: 'approvals', label: 'Approvals' },
  { value: 'access', label: 'Access log' },
] as const

const known = { view: (value: unknown) => choiceParam(value, views) }

/** The administrators of a facility and everything below it, the invitations, and those pending approval. */
export function FacilityUsersScreen(): ReactNode {
  const me = useMe()
  const [search] = useSearchParams(known)
  const view = search.view ?? 'users'
  const setSearch = useSetSearch()
  const onView = (next: (typeof views)[number]) =>
    setSearch({ view: next === 'users' ? undefined : next }, false)
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
        {view !== 'approvals' && view !== 'access' && (
          <WaitingBanner within="facility" onLook={() => onView('approvals')} />
        )}
        {view === 'users' && <Users invite={inviteButton} />}
        {view === 'invitations' && <InvitationsView within="facility" invite={inviteButton} />}
        {view === 'access' && <AccessLog />}
        {view === 'approvals' && <ApprovalsView within="facility" />}
      </Stack>
      <InviteDialog within="facility" opened={isInviting} onClose={() => setInviting(false)} />
    </Page>
  )
}

const statusLabels: Record<UserStatus, string> = {
  active: 'Active',
  pending: 'Waiting',
  returned: 'Sent back',
  declined: 'Declined',
  deactivated: 'Deactivated',
}
const filters: Filters<UserFilter> = {
  q: searchText('Search users'),
  status: oneOfTabs('Status', 'All', statusLabels),
  facility_id: oneOf('Facility', 'All facilities'),
  permission: choice('Permission', 'Any permission', permissionLabels),
}
const sorts = ['full_name', 'email', 'facility_name', 'created_at'] as const
const nameOf = ({ full_name: name }: FacilityUser): string => name

/** Everyone in the list is a facility admin; the actions on people need the role. */
type Row = FacilityUser & { role: 'facility_admin' }
const withRole = <Data extends { rows: FacilityUser[] }>(data: Data) => ({
  ...data,
  rows: data.rows.map((row): Row => ({ ...row, role: 'facility_admin' })),
})

function Users({ invite }: { invite: ReactNode }): ReactNode {
  const me = useMe()
  const list = useList(filters, { sorts })
  const { page_size: _, ...input } = list.input
  const query = useQuery({
    ...facilityTeam.users.queryOptions({ input }),
    placeholderData: keepPreviousData,
    select: withRole,
  })
  const save = useExportUsers()
  const [asking, setAsking] = useState<RequestStart | null>(null)
  const [leaving, setLeaving] = useState<AwayDialogProps['person']>(null)
  const endCover = useEndCover()
  const departures = useDepartures(me)
  const isSuperadmin = me.role === 'superadmin'
  const own: Action<Row>[] = isSuperadmin
    ? [
        {
          id: 'permissions',
          label: 'Permissions',
          icon: IconKey,
          href: ({ id }) => `/admin/users/${id}/permissions`,
        },
      ]
    : [
        {
          id: 'request',
          label: 'Request a permission',
          icon: IconKey,
          open: ([row]) => setAsking({ target: { id: row!.id, full_name: row!.full_name } }),
          blocker: ({ status }) => status !== 'active' && 'Only an active person can be given a permission.',
        },
        {
          id: 'requests',
          label: 'Requests about this person',
          href: ({ full_name: name }) =>
            `/admin/permission-requests?${new URLSearchParams({ view: 'all', q: name })}`,
        },
      ]
  const away: Action<Row>[] = [
    {
      id: 'away',
      label: 'Set days away',
      icon: IconBeach,
      isOffered: ({ status }) => status === 'active',
      blocker: coverBlocker,
      open: ([row]) => setLeaving(row!),
    },
    {
      id: 'back',
      label: 'End days away',
      icon: IconCalendarCheck,
      isOffered: ({ away: days }) => days !== null,
      blocker: coverBlocker,
      ask: ([row]) => ({
        title: row!.is_me ? 'End your days away?' : `End the days away of ${row!.full_name}?`,
        body: `${formatRange(row!.away!.from_date, row!.away!.until_date)}: ${row!.away!.cover_name} no longer covers from now on.`,
        confirmLabel: 'End days away',
      }),
      run: ({ away: days }) => endCover.mutateAsync({ id: days!.id }),
      done: () => 'Days away ended',
    },
  ]
  const actions = useActions<Row>([...own, ...away, ...departures.actions], { nameOf })
  const { counts, facilities = [] } = query.data ?? {}
  const statuses = (Object.keys(statusLabels) as UserStatus[]).filter(
    (value) => value === list.filter.status || value === 'active' || counts?.[value],
  )
  return (
    <>
      <List
        list={list}
        label="Users"
        query={query}
        rows={query.data?.rows}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        actions={actions}
        options={{
          status: [
            { value: 'all', label: 'All', count: counts?.all },
            ...statuses.map((value) => ({ value, label: statusLabels[value], count: counts?.[value] })),
          ],
          facility_id: facilities.map(({ id, name }) => ({ value: id, label: name })),
        }}
        exported={save}
        failedTitle="The users couldn’t be loaded"
        empty={{
          title: 'No users yet',
          description: 'Invite the colleagues who plan placements, for the whole facility or for one unit.',
          action: invite,
        }}
      />
      {departures.dialogs}
      <AwayDialog person={leaving} onClose={() => setLeaving(null)} />
      <LazyRequestDialog asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

/** Says who is away: "Away until Jan 12, 2027 · Olga Organizer covers". */
const awayWords = ({ from_date: from, until_date: until, cover_name: cover }: Cover): string =>
  `Away ${from <= todayHere() ? `until ${formatDate(until)}` : formatRange(from, until)} · ${cover} covers`

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
  { key: 'facility_name', title: 'Facility', sortable: true, render: (row) => row.facility_name ?? '–' },
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
    render: (row) => (
      <>
        <StateBadge state={row.status} label={statusLabels[row.status]} />
        {row.away && (
          <Text size="xs" c="dimmed">
            {awayWords(row.away)}
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'created_at',
    title: 'Joined',
    sortable: true,
    render: (row) => <RelativeTime value={row.created_at} />,
  },
]
