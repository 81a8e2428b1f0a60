import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { roleLabels } from '#core/roles.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Person } from '../contract.ts'
import { people, type PeopleFilter, statusLabels, useExportPeople } from './queries.ts'

/** Students have a separate list with their cohorts. */
type View = 'proctors' | 'administrators'
const labels: Record<View, string> = { proctors: 'Proctors', administrators: 'Administrators' }
const statuses = ['active', 'pending', 'returned', 'declined', 'deactivated'] as const
const filtersOf = (view: View): Filters<Omit<PeopleFilter, 'view'>> => ({
  q: searchText(`Search ${view}`),
  status: tabs('Status', 'All', statusLabels),
})
const sorts = ['full_name', 'email', 'student_number', 'created_at'] as const

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
}

/** A school's proctors or administrators: searched, filtered, sorted and paged on the server; the whole list can be exported. */
export function PeopleTable({
  view,
  empty,
}: { view: View } & Pick<ComponentProps<typeof List>, 'empty'>): ReactNode {
  const list = useList(filtersOf(view), { sorts })
  const query = useQuery({
    ...people.list.queryOptions({ input: { view, ...list.shown, page: list.page } }),
    placeholderData: keepPreviousData,
  })
  const download = useExportPeople(view)
  const counts = query.data?.counts
  return (
    <List
      list={list}
      hasViews={false}
      options={{
        status: [
          { value: 'all', label: 'All', count: counts?.all },
          ...statuses
            .filter((value) => value === list.filter.status || value === 'active' || counts?.[value])
            .map((value) => ({ value, label: statusLabels[value], count: counts?.[value] })),
        ],
      }}
      label={labels[view]}
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columnsOf[view]}
      rowKey={({ id }) => id}
      rowLabel={({ full_name: label }) => label}
      rowHref={({ id }) => `/school/user/${id}`}
      exported={download}
      failedTitle={`The ${view} couldn’t be loaded`}
      empty={empty}
    />
  )
}
