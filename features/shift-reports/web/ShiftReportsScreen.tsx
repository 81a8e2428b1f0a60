import { IconClipboardText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import { type Filters, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ReportRow } from '../contract.ts'
import { reports } from './queries.ts'
import { ReportBadge, reportWords } from './ReportBadge.tsx'
import { reportColumns } from './report-columns.tsx'

const ReportScreen = lazy(() => import('./ReportScreen.tsx').then((file) => ({ default: file.ReportScreen })))

/** An instructor's shift reports: those to write first, or one report by its shift (Spec §2, Domain 2.12). */
export function ShiftReportsScreen(): ReactNode {
  const { shift } = useSearch({ from: '/_app/proctor/shift-reports' })
  if (!shift) return <ReportList />
  return (
    <Suspense fallback={<Skeletons shape="text" />}>
      <ReportScreen key={shift} shiftId={shift} />
    </Suspense>
  )
}

const shown = { open: 'To write', submitted: 'With your school', accepted: 'Accepted' }
const filters: Filters<{ show: keyof typeof shown }> = { show: tabs('Show', 'To write', shown, 'open') }

function ReportList(): ReactNode {
  const list = useList(filters, { sorts: ['date'], hasOwnOrder: true })
  const scope = useSemesterScope('all')
  const filter = { ...list.filter, ...(scope.id && { semester_id: scope.id }) }
  const query = useQuery({
    ...reports.list.queryOptions({ input: { ...filter, page: list.page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ListPage
      title="Shift reports"
      list={list}
      hasViews={false}
      before={<SemesterScopeSelect scope={scope} />}
      label="Shift reports"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ shift_id: id }) => id}
      rowLabel={(row) => `${facilityLabel(row)}, ${formatDate(row.date, 'weekday')}`}
      rowHref={({ shift_id: id }) => `/proctor/shift-reports?shift=${id}`}
      exported={{
        name: 'shift-reports',
        rows: (asFile, every) => every((page) => reports.list.call({ ...filter, ...page }, asFile)),
      }}
      failedTitle="Your shift reports couldn’t be loaded"
      empty={() => ({
        icon: IconClipboardText,
        ...(list.filter.show
          ? { title: 'No reports here yet', description: 'Reports appear here after you submit them.' }
          : {
              title: 'No reports to write',
              description: 'A report opens here when one of your shifts ends.',
            }),
      })}
    />
  )
}

const columns: readonly Column<ReportRow>[] = [
  reportColumns.location,
  reportColumns.when,
  reportColumns.students,
  reportColumns.due,
  { key: 'status', title: 'Status', text: reportWords, render: (row) => <ReportBadge report={row} /> },
]
