import { Badge, NativeSelect, Text } from '@mantine/core'
import { IconHistory, IconKey, IconMask, IconUserEdit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { roleLabels, roles } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useDepartures } from '#features/departures/web/public.ts'
import { impersonationObstacle } from '#features/role-views/rules.ts'
import { ImpersonateDialog } from '#features/role-views/web/public.ts'
import { SavedViews } from '#features/saved-views/web/public.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { ExportButton } from '#ui/ExportButton.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import type { RowAction } from '#ui/RowActions.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import { toast } from '#ui/toast.ts'
import type { Person } from '../contract.ts'
import { changeBlocker, permissionsObstacle } from '../rules.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { users, useExport } from './queries.ts'
import {
  hasFilters,
  peopleFilter,
  type SearchChange,
  sorts,
  statuses,
  type UsersSearch,
} from './users-search.ts'
import { whyNot } from './why-not.ts'

const ChangeRoleDialog = lazy(() =>
  import('./ChangeRoleDialog.tsx').then((file) => ({ default: file.ChangeRoleDialog })),
)
const PersonDrawer = lazy(() => import('./PersonDrawer.tsx').then((file) => ({ default: file.PersonDrawer })))

const pageSize = 25

type PeopleViewProps = { search: UsersSearch; onSearch: (change: SearchChange) => void }

/** Everybody on the platform: found on the server, everything chosen is in the address. */
export function PeopleView({ search, onSearch }: PeopleViewProps): ReactNode {
  const [changing, setChanging] = useState<Person>()
  const [impersonating, setImpersonating] = useState<Person>()
  const filter = peopleFilter(search)
  const { dir = 'asc', page = 1 } = search
  const sort = choiceParam(search.sort, sorts) ?? 'full_name'
  const query = useQuery({
    ...users.list.queryOptions({ input: { ...filter, sort, dir, page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  })
  const { actionFor, dialog } = useDepartures(useMe())
  const rowActions = useRowActions({
    actionFor,
    onChangeRole: setChanging,
    onImpersonate: setImpersonating,
    onSearch,
  })
  // A change of any filter starts at the first page again.
  const refine = (change: SearchChange) => onSearch({ ...change, page: undefined })

  return (
    <>
      <Filters search={search} onRefine={refine} />
      <ListTable
        query={query}
        failedTitle="People could not be loaded"
        label="People"
        rows={query.data?.people}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ full_name }) => full_name}
        rowActions={rowActions}
        sort={{ key: sort, dir }}
        onSortChange={(next) => refine({ sort: next.key, dir: next.dir })}
        page={page}
        pageSize={pageSize}
        onPageChange={(next) => onSearch({ page: next })}
        empty={{
          title: 'No people found',
          description: hasFilters(search) ? 'Try fewer filters, or another part of the name.' : undefined,
        }}
      />
      <Suspense>
        {changing && <ChangeRoleDialog person={changing} onClose={() => setChanging(undefined)} />}
      </Suspense>
      {impersonating && (
        <ImpersonateDialog person={impersonating} onClose={() => setImpersonating(undefined)} />
      )}
      {dialog}
      <Suspense>
        {search.person && (
          <PersonDrawer
            key={search.person}
            id={search.person}
            onClose={() => onSearch({ person: undefined })}
          />
        )}
      </Suspense>
    </>
  )
}

type FiltersProps = { search: UsersSearch; onRefine: (change: SearchChange) => void }

function Filters({ search, onRefine }: FiltersProps): ReactNode {
  const download = useExport()

  function save(): void {
    download.mutate(peopleFilter(search), {
      onSuccess: ({ filename, csv, rows, total }) => {
        saveFile(filename, csv)
        if (rows < total)
          toast.warning(
            `The first ${rows.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} were exported`,
          )
      },
    })
  }

  return (
    <FilterBar
      chosen={[search.role, search.status, search.verified, search.school, search.facility]}
      onClear={hasFilters(search) ? () => onRefine(noFilters) : undefined}
      end={<ExportButton isPending={download.isPending} onClick={save} />}
    >
      <SavedViews />
      <SearchField
        label="Search by name or email"
        value={search.q ?? ''}
        onChange={(q) => onRefine({ q: q || undefined })}
      />
      <NativeSelect
        aria-label="Role"
        value={search.role ?? ''}
        data={[
          { value: '', label: 'All roles' },
          ...roles.map((value) => ({ value, label: roleLabels[value] })),
        ]}
        onChange={({ currentTarget }) => onRefine({ role: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Status"
        value={search.status ?? ''}
        data={[
          { value: '', label: 'All statuses' },
          ...statuses.map((value) => ({ value, label: stateLook(value).label })),
        ]}
        onChange={({ currentTarget }) => onRefine({ status: currentTarget.value || undefined })}
      />
      <NativeSelect
        aria-label="Email verified"
        value={search.verified ?? ''}
        data={[
          { value: '', label: 'Verified or not' },
          { value: 'yes', label: 'Verified' },
          { value: 'no', label: 'Not verified' },
        ]}
        onChange={({ currentTarget }) => onRefine({ verified: currentTarget.value || undefined })}
      />
      <EntitySelect
        kind="school"
        aria-label="School"
        placeholder="All schools"
        value={search.school ?? null}
        onChange={(id) => onRefine({ school: id ?? undefined })}
      />
      <EntitySelect
        kind="facility"
        aria-label="Facility"
        placeholder="All facilities"
        value={search.facility ?? null}
        onChange={(id) => onRefine({ facility: id ?? undefined })}
      />
    </FilterBar>
  )
}

const noFilters: SearchChange = {
  q: undefined,
  role: undefined,
  status: undefined,
  verified: undefined,
  school: undefined,
  facility: undefined,
}

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
    key: 'place',
    title: 'Belongs to',
    render: ({ school_name, facility_name }) => school_name ?? facility_name ?? '—',
  },
  {
    key: 'status',
    title: 'Status',
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
        {new Date(created_at).toLocaleDateString('en-US', { dateStyle: 'medium' })}
      </Text>
    ),
  },
]

type Open = {
  actionFor: ReturnType<typeof useDepartures>['actionFor']
  onChangeRole: (person: Person) => void
  onImpersonate: (person: Person) => void
  onSearch: (change: SearchChange) => void
}

function useRowActions({
  actionFor,
  onChangeRole,
  onImpersonate,
  onSearch,
}: Open): (person: Person) => RowAction<Person>[] {
  const me = useMe()

  return (person) => [
    {
      label: 'Audit trail',
      icon: IconHistory,
      onClick: ({ id }) => onSearch({ person: id }),
    },
    {
      label: 'Change role and links',
      icon: IconUserEdit,
      onClick: onChangeRole,
      disabled: (row) => whyNot(changeBlocker(row, me)),
    },
    {
      label: 'Permissions',
      icon: IconKey,
      href: ({ id }) => `/admin/users/${id}/permissions`,
      disabled: (row) => permissionsObstacle(row) ?? false,
    },
    {
      label: 'Act as this person',
      icon: IconMask,
      onClick: onImpersonate,
      disabled: (row) => impersonationObstacle(row, me) ?? false,
    },
    actionFor(person),
  ]
}
