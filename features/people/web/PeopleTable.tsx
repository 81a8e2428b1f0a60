import { Badge, Group, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toCsv } from '#core/csv.ts'
import { roleLabels } from '#core/roles.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { ExportButton } from '#ui/ExportButton.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Person, PersonView } from '../contract.ts'
import type { PeopleSearch } from './people-search.ts'
import { people } from './queries.ts'

/** Students have a list of their own, with their cohorts. */
type View = Exclude<PersonView, 'students'>

type PeopleTableProps = {
  view: View
  filter: Omit<PeopleSearch, 'view'>
  onFilter: (filter: Omit<PeopleSearch, 'view'>) => void
  /** What to do when there is nobody yet. */
  empty: { title: string; description: string; action: ReactNode }
}

const PAGE_SIZE = 25
const statuses = ['active', 'pending', 'returned', 'declined', 'deactivated'] as const
const statusLabels: Record<Person['status'], string> = {
  active: 'Active',
  pending: 'Waiting',
  returned: 'Sent back',
  declined: 'Declined',
  deactivated: 'Deactivated',
}
const sorts = ['full_name', 'email', 'student_number', 'created_at'] as const
const nameOf: Record<View, string> = {
  proctors: 'Proctors',
  administrators: 'Administrators',
  users: 'Users',
}

const name: Column<Person> = {
  key: 'full_name',
  title: 'Name',
  sortable: true,
  render: (row) => (
    <Text fw={600} size="sm">
      {row.full_name}
    </Text>
  ),
}
const email: Column<Person> = { key: 'email', title: 'Email', sortable: true, render: (row) => row.email }
const status: Column<Person> = {
  key: 'status',
  title: 'Status',
  render: (row) => <StateBadge state={row.status} label={statusLabels[row.status]} />,
}
const since: Column<Person> = {
  key: 'created_at',
  title: 'Joined',
  sortable: true,
  render: (row) => <RelativeTime value={row.created_at} />,
}
const columnsOf: Record<View, Column<Person>[]> = {
  proctors: [name, email, { key: 'phone', title: 'Phone', render: (row) => row.phone ?? '–' }, status, since],
  administrators: [
    name,
    email,
    { key: 'role', title: 'Role', render: (row) => roleLabels[row.role] },
    status,
    since,
  ],
  users: [
    name,
    email,
    {
      key: 'place',
      title: 'Facility',
      render: (row) => (
        <Group gap={6}>
          {row.place_name ?? '–'}
          {row.is_preceptor && (
            <Badge variant="light" color="violet">
              Preceptor
            </Badge>
          )}
        </Group>
      ),
    },
    status,
    since,
  ],
}

/** A school's or facility's people: searched, filtered, sorted and paged on the server; the whole list as a file. */
export function PeopleTable({ view, filter, onFilter, empty }: PeopleTableProps): ReactNode {
  const { q = '', dir = 'asc', page = 1 } = filter
  const chosen: Person['status'] | 'all' = choiceParam(filter.status, statuses) ?? 'all'
  const sort = choiceParam(filter.sort, sorts) ?? 'full_name'
  const input = { view, q, status: chosen, sort, dir }
  const list = useQuery({
    ...people.list.queryOptions({ input: { ...input, page } }),
    placeholderData: keepPreviousData,
  })
  const save = useMutation({
    ...people.export.mutationOptions(),
    meta: { failed: 'The list could not be saved' },
    onSuccess: (rows) => saveFile(`placewell-${view}.csv`, asCsv(rows)),
  })
  const isFiltered = Boolean(q) || chosen !== 'all'
  if (list.isError && !list.data)
    return <FailedState error={list.error} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
  return (
    <>
      <FilterBar
        onClear={isFiltered ? () => onFilter({}) : undefined}
        end={
          <ExportButton
            isPending={save.isPending}
            disabled={!list.data?.total}
            onClick={() => save.mutate(input)}
          />
        }
      >
        <SearchField
          label={`Search ${nameOf[view].toLowerCase()}`}
          value={q}
          onChange={(text) => onFilter({ ...filter, q: text, page: 1 })}
        />
        <SegmentedFilter
          label="Status"
          value={chosen}
          options={[
            { value: 'all', label: 'All', count: list.data?.counts.all },
            ...statuses
              .filter((value) => value === chosen || value === 'active' || list.data?.counts[value])
              .map((value) => ({ value, label: statusLabels[value], count: list.data?.counts[value] })),
          ]}
          onChange={(value) => {
            const { status: _, ...rest } = filter
            onFilter({ ...rest, ...(value !== 'all' && { status: value }), page: 1 })
          }}
        />
      </FilterBar>
      <DataTable
        label={nameOf[view]}
        rows={list.data?.rows}
        isLoading={list.isPlaceholderData}
        columns={columnsOf[view]}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.full_name}
        {...(view !== 'users' && { rowHref: (row: Person) => `/school/user/${row.id}` })}
        sort={{ key: sort, dir }}
        onSortChange={({ key, dir: towards }) => onFilter({ ...filter, sort: key, dir: towards, page: 1 })}
        page={page}
        pageSize={PAGE_SIZE}
        total={list.data?.total}
        onPageChange={(to) => onFilter({ ...filter, page: to })}
        empty={
          isFiltered
            ? { title: 'No matching people', description: 'Try another search, or clear the filters.' }
            : empty
        }
      />
    </>
  )
}

function asCsv(rows: readonly Person[]): string {
  return toCsv(
    ['full_name', 'email', 'role', 'status', 'student_id', 'phone', 'graduation_date', 'place', 'joined'],
    rows.map((row) => [
      row.full_name,
      row.email,
      roleLabels[row.role],
      statusLabels[row.status],
      row.student_number,
      row.phone,
      row.graduation_date,
      row.place_name,
      row.created_at.slice(0, 10),
    ]),
  )
}
