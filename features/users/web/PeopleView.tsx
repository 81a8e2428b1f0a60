import { Badge, Text } from '@mantine/core'
import { IconHistory, IconKey, IconMask, IconShieldOff, IconUserEdit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { roleLabels } from '#core/roles.ts'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useDepartures } from '#features/departures/web/public.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import { impersonationBlocker, ImpersonateDialog } from '#features/role-views/web/public.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { choice, type Filters, searchText, yesNo } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import type { PeopleFilter, Person } from '../contract.ts'
import { changeBlocker, permissionsBlocker } from '../rules.ts'
import { users, useExport } from './queries.ts'
import { whyNot } from './why-not.ts'

const ChangeRoleDialog = lazy(() =>
  import('./ChangeRoleDialog.tsx').then((file) => ({ default: file.ChangeRoleDialog })),
)
const ResetSecondFactorDialog = lazy(() =>
  import('./ResetSecondFactorDialog.tsx').then((file) => ({ default: file.ResetSecondFactorDialog })),
)
const PersonDrawer = lazy(() => import('./PersonDrawer.tsx').then((file) => ({ default: file.PersonDrawer })))

const statuses = ['active', 'pending', 'returned', 'declined', 'deactivated'] as const
const statusLabels = Object.fromEntries(statuses.map((value) => [value, stateLook(value).label])) as Record<
  (typeof statuses)[number],
  string
>

const filters: Filters<PeopleFilter> = {
  q: searchText('Search by name or email', { any: 'Name or email' }),
  role: choice('Role', 'All roles', roleLabels),
  status: choice('Status', 'All statuses', statusLabels),
  verified: yesNo(
    'Email verified',
    'Verified or not',
    { yes: 'Verified', no: 'Not verified' },
    { isRare: true },
  ),
  school_id: entityFilter('school', 'School', 'All schools', { isRare: true }),
  facility_id: entityFilter('facility', 'Facility', 'All facilities', { isRare: true }),
}
const sorts = ['full_name', 'email', 'role', 'status', 'created_at'] as const

/** Everyone on the platform. */
export function PeopleView(): ReactNode {
  const me = useMe()
  const list = useList(filters, { sorts })
  const [{ person: openId }, setSearch] = useSearchParams({ person: idParam })
  const query = useQuery({
    ...users.list.queryOptions({ input: list.input }),
    placeholderData: keepPreviousData,
  })
  const download = useExport()
  const departures = useDepartures(me)
  const [changing, setChanging] = useState<Person>()
  const [impersonating, setImpersonating] = useState<Person>()
  const [resetting, setResetting] = useState<Person>()
  const own: Action<Person>[] = [
    {
      id: 'trail',
      label: 'Audit trail',
      icon: IconHistory,
      open: ([person]) => setSearch({ person: person!.id }, false),
    },
    {
      id: 'role',
      label: 'Change role and links',
      icon: IconUserEdit,
      open: ([person]) => setChanging(person),
      blocker: (person) => whyNot(changeBlocker(person, me)),
    },
    {
      id: 'permissions',
      label: 'Permissions',
      icon: IconKey,
      href: ({ id }) => `/admin/users/${id}/permissions`,
      blocker: permissionsBlocker,
    },
    {
      id: 'impersonate',
      label: 'Act as this person',
      icon: IconMask,
      open: ([person]) => setImpersonating(person),
      blocker: (person) => impersonationBlocker(person, me),
    },
    {
      id: 'two_step',
      label: 'Turn off two-step verification',
      icon: IconShieldOff,
      isOffered: ({ id, status }) => status === 'active' && id !== me.id,
      open: ([person]) => setResetting(person),
    },
  ]
  const actions = useActions<Person>([...own, ...departures.actions], { nameOf })

  return (
    <>
      <List
        list={list}
        label="People"
        query={query}
        rows={query.data?.people}
        total={query.data?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        actions={actions}
        exported={download}
        failedTitle="People couldn’t be loaded"
        empty={{ title: 'No people yet', description: 'People appear here once they sign up.' }}
      />
      <Suspense>
        {changing && <ChangeRoleDialog person={changing} onClose={() => setChanging(undefined)} />}
        {resetting && <ResetSecondFactorDialog person={resetting} onClose={() => setResetting(undefined)} />}
      </Suspense>
      {impersonating && (
        <ImpersonateDialog person={impersonating} onClose={() => setImpersonating(undefined)} />
      )}
      {departures.dialogs}
      <Suspense>
        {openId && <PersonDrawer key={openId} id={openId} onClose={() => setSearch({ person: undefined })} />}
      </Suspense>
    </>
  )
}

const nameOf = ({ full_name: name }: Person): string => name

const columns: Column<Person>[] = [
  {
    key: 'full_name',
    title: 'Name',
    sortable: true,
    render: ({ full_name }) => (
      <Text span fw={600} style={{ whiteSpace: 'nowrap' }}>
        {full_name}
      </Text>
    ),
  },
  { key: 'email', title: 'Email', sortable: true, render: ({ email }) => email },
  {
    key: 'role',
    title: 'Role',
    file: ['Role', 'Preceptor'],
    sortable: true,
    render: ({ role, is_preceptor }) => (
      <>
        {roleLabels[role]}
        {is_preceptor && (
          <Badge ml={6} size="sm" variant="light">
            Preceptor
          </Badge>
        )}
      </>
    ),
  },
  {
    key: 'location',
    title: 'Belongs to',
    file: ['School', 'Facility'],
    render: ({ school_name, facility_name }) => (
      <Text span size="sm" truncate display="block" maw={200}>
        {school_name ?? facility_name ?? '—'}
      </Text>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    file: ['Status', 'Verified'],
    sortable: true,
    render: ({ status, email_verified }) => (
      <>
        <StateBadge state={status} />
        {!email_verified && (
          <Text size="xs" c="dimmed">
            Email not verified
          </Text>
        )}
      </>
    ),
  },
  {
    key: 'created_at',
    title: 'Since',
    sortable: true,
    phone: 'hide',
    render: ({ created_at }) => (
      <Text span size="sm" style={{ whiteSpace: 'nowrap' }}>
        {formatDate(dayHere(created_at))}
      </Text>
    ),
  },
]
