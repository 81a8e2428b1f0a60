import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { constants } from '#core/constants.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import type { Column } from '#ui/DataTable.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import type { SchoolProgress } from '../contract.ts'
import { hoursWords, SCHOOLS_PAGE, standingLabels } from '../rules.ts'
import { hours } from './queries.ts'

/** All schools with how their students are; each leads to its students. */
export function SchoolsProgress({ search }: { search: { q?: string; page?: number } }): ReactNode {
  const { pathname } = useLocation()
  const setSearch = useSetSearch()
  const { q = '', page = 1 } = search
  const list = useQuery({
    ...hours.schools.queryOptions({ input: { q, page } }),
    placeholderData: keepPreviousData,
    staleTime: constants.prefetch.progressStaleMs,
  })
  return (
    <ListTable<SchoolProgress>
      label="Schools"
      query={list}
      failedTitle="The schools could not be loaded"
      rows={list.data?.rows}
      columns={columns}
      rowKey={(row) => row.school_id}
      rowLabel={(row) => row.name}
      rowHref={(row) => `${pathname}?${new URLSearchParams({ school: row.school_id })}`}
      page={page}
      pageSize={SCHOOLS_PAGE}
      onPageChange={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
      empty={
        q
          ? { title: 'No schools match', description: 'Change or clear the search.' }
          : { title: 'No schools yet', description: 'Schools and their students’ hours appear here.' }
      }
    />
  )
}

const whole = (hoursOf: number): string => hoursWords(Math.round(hoursOf))
const count = (standing: keyof typeof standingLabels): Column<SchoolProgress> => ({
  key: standing,
  title: standingLabels[standing],
  align: 'right',
  phone: standing === 'at_risk' ? undefined : 'hide',
  render: ({ counts }) => counts[standing].toLocaleString('en-US'),
})

const columns: readonly Column<SchoolProgress>[] = [
  { key: 'name', title: 'School', render: ({ name }) => name },
  {
    key: 'students',
    title: 'Students',
    align: 'right',
    render: ({ students }) => students.toLocaleString('en-US'),
  },
  count('at_risk'),
  count('on_track'),
  count('done'),
  {
    key: 'projected',
    title: 'Projected',
    align: 'right',
    phone: 'hide',
    render: ({ projected, required }) => (required === 0 ? '—' : `${whole(projected)} of ${whole(required)}`),
  },
  { key: 'gap', title: 'Gap', align: 'right', render: ({ gap }) => whole(gap) },
]
