import { clockRange } from '#core/clock-time.ts'
import { IconClipboardText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { Pager } from '#ui/Pager.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ReportRow } from '../contract.ts'
import { reports } from './queries.ts'
import { ReportBadge } from './ReportBadge.tsx'
import { ReportScreen } from './ReportScreen.tsx'

/** An instructor's shift reports: those to write first, and one of them by its shift (Spec §2, Domain 2.12). */
export function ShiftReportsScreen(): ReactNode {
  const { shift } = useSearch({ from: '/_app/proctor/shift-reports' })
  return shift ? <ReportScreen key={shift} shiftId={shift} /> : <ReportList />
}

const shown = [
  { value: 'open', label: 'To write' },
  { value: 'submitted', label: 'With your school' },
  { value: 'accepted', label: 'Accepted' },
] as const

function ReportList(): ReactNode {
  const { show = 'open', page = 1, semester } = useSearch({ from: '/_app/proctor/shift-reports' })
  const setSearch = useSetSearch()
  const scope = useSemesterScope('all')
  const query = useQuery({
    ...reports.list.queryOptions({ input: { show, page, ...(scope.id && { semester_id: scope.id }) } }),
    staleTime: 0,
  })
  return (
    <Page
      title="Shift reports"
      width="wide"
      query={query}
      failedTitle="Your shift reports could not be loaded"
      toolbar={
        <FilterBar>
          <SegmentedFilter
            label="Show"
            value={show}
            options={shown}
            onChange={(next) => setSearch({ show: next === 'open' ? undefined : next, semester }, false)}
          />
          <SemesterScopeSelect scope={scope} />
        </FilterBar>
      }
      empty={{
        icon: IconClipboardText,
        title: show === 'open' ? 'No reports to write' : 'No reports here yet',
        description:
          show === 'open'
            ? 'A report opens here when one of your shifts ends.'
            : 'Reports appear here after you submit them.',
      }}
    >
      {({ rows, total }) => (
        <>
          <DataTable
            label="Shift reports"
            rows={rows}
            columns={columns}
            rowKey={(row) => row.shift_id}
            rowLabel={(row) => `${row.place}, ${formatDate(row.date, 'weekday')}`}
            rowHref={(row) => `/proctor/shift-reports?shift=${row.shift_id}`}
          />
          {total > 25 && (
            <Pager page={page} pageSize={25} total={total} onPageChange={(next) => setSearch({ show: show === 'open' ? undefined : show, page: next })} />
          )}
        </>
      )}
    </Page>
  )
} // prettier-ignore

const columns: readonly Column<ReportRow>[] = [
  { key: 'place', title: 'Shift', render: (row) => row.place },
  {
    key: 'date',
    title: 'When',
    render: (row) => `${formatDate(row.date, 'weekday')}, ${clockRange(row.start_time, row.end_time)}`,
  },
  { key: 'students', title: 'Students', align: 'right', render: (row) => row.students },
  { key: 'due', title: 'Due', render: (row) => formatInstant(row.due_at, row.time_zone, 'weekday') },
  { key: 'status', title: 'Status', render: (row) => <ReportBadge report={row} /> },
]
