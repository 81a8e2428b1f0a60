import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { constants } from '#core/constants.ts'
import { formatNumber } from '#core/number-text.ts'
import { type Filters, searchText } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { SchoolProgress } from '../contract.ts'
import { hoursWords, SCHOOLS_PAGE, progressStatusLabels } from '../rules.ts'
import { hours } from './queries.ts'

const filters: Filters<{ q: string }> = { q: searchText('Search schools') }

/** All schools with their students' progress; each links to its students. */
export function SchoolsProgress({ before }: { before: ReactNode }): ReactNode {
  const { pathname } = useLocation()
  const list = useList(filters, { sorts: ['name'], hasOwnOrder: true, pageSize: SCHOOLS_PAGE })
  const query = useQuery({
    ...hours.schools.queryOptions({ input: { ...list.filter, page: list.page } }),
    placeholderData: keepPreviousData,
    staleTime: constants.prefetch.progressStaleMs,
  })
  return (
    <ListPage
      title="Student progress"
      list={list}
      before={before}
      label="Schools"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={(row) => row.school_id}
      rowLabel={(row) => row.name}
      rowHref={(row) => `${pathname}?${new URLSearchParams({ school: row.school_id })}`}
      exported={{
        name: 'student-progress-by-school',
        rows: (asFile, every) => every(({ page }) => hours.schools.call({ ...list.filter, page }, asFile)),
      }}
      failedTitle="The schools couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No schools match', description: 'Change or clear the search.' }
          : { title: 'No schools yet', description: 'Schools and their students’ hours appear here.' }
      }
    />
  )
}

const whole = (hoursOf: number): string => hoursWords(Math.round(hoursOf))
const count = (standing: keyof typeof progressStatusLabels): Column<SchoolProgress> => ({
  key: standing,
  title: progressStatusLabels[standing],
  align: 'right',
  phone: standing === 'at_risk' ? undefined : 'hide',
  render: ({ counts }) => formatNumber(counts[standing]),
})

const columns: readonly Column<SchoolProgress>[] = [
  { key: 'name', title: 'School', render: ({ name }) => name },
  {
    key: 'students',
    title: 'Students',
    align: 'right',
    render: ({ students }) => formatNumber(students),
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
