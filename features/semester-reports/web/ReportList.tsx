import { Group } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam, pageParam, textParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ReportRow } from '../contract.ts'
import { decisionLabels } from '../rules.ts'
import { semesterReports } from './queries.ts'
import { ReportStatus } from './ReportStatus.tsx'

const shows = ['to_do', 'published'] as const
const labels = { all: 'All', to_do: 'To comment', published: 'Published' }

type ListProps = { base: string; first: Column<ReportRow>; hasViews?: boolean; empty: EmptyStateProps }

/** Paged list of the semester reports that the person may read. */
export function ReportList({ base, first, hasViews = false, empty }: ListProps): ReactNode {
  const [search, setSearch] = useSearchParams({ show: textParam, page: pageParam })
  const show = choiceParam(search.show, shows) ?? 'all'
  const page = search.page ?? 1
  const scope = useSemesterScope('all')
  // A student has one report per semester, so their list shows all semesters.
  const semester = hasViews ? scope.id : undefined
  const list = useQuery({
    ...semesterReports.list.queryOptions({
      input: { show, page, ...(semester && { semester_id: semester }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title="Semester reports"
      toolbar={
        hasViews && (
          <Group gap="xs">
            <SegmentedFilter
              label="Status"
              value={show}
              options={(['all', ...shows] as const).map((value) => ({ value, label: labels[value] }))}
              onChange={(value) => setSearch({ page: undefined, show: value === 'all' ? undefined : value })}
            />
            <SemesterScopeSelect scope={scope} />
          </Group>
        )
      }
    >
      <ListTable<ReportRow>
        label="Semester reports"
        query={list}
        failedTitle="Semester reports couldn’t be loaded"
        rows={list.data?.rows}
        columns={[first, ...columns]}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${row.student_name}, ${row.semester_name}`}
        rowHref={(row) => `${base}/${row.id}`}
        page={page}
        pageSize={25}
        onPageChange={(to, isGone = false) => setSearch({ page: to === 1 ? undefined : to }, isGone)}
        empty={empty}
      />
    </Page>
  )
}

const columns: readonly Column<ReportRow>[] = [
  { key: 'credited', title: 'Hours', align: 'right', render: (row) => hoursWords(row.credited) },
  {
    key: 'decision',
    title: 'Decision',
    phone: 'hide',
    render: (row) => (row.decision ? decisionLabels[row.decision] : '—'),
  },
  { key: 'status', title: 'Status', render: (row) => <ReportStatus status={row.status} /> },
  {
    key: 'published',
    title: 'Published',
    phone: 'hide',
    render: (row) => (row.published_on ? formatDate(row.published_on) : '—'),
  },
]
