import { clockRange } from '#core/clock-time.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import { confirm } from '#ui/confirm.tsx'
import { type Column } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { toast } from '#ui/toast.ts'
import type { ReportGroup, SchoolReportRow } from '../contract.ts'
import { reports, useAcceptReports, useDecideReport } from './queries.ts'
import { ReportBadge } from './ReportBadge.tsx'

/** The shift reports of a school: what waits for it, and what is overdue (Domain 2.12). */
export function SchoolReportsScreen(): ReactNode {
  return (
    <Page title="Shift reports" width="wide">
      <SchoolShiftReports />
    </Page>
  )
}

const empty: Record<ReportGroup, { title: string; description: string }> = {
  waiting: { title: 'Nothing to decide', description: 'Submitted and overdue reports appear here.' },
  submitted: { title: 'No submitted reports', description: 'Reports with exceptions appear here for you to accept or return.' },
  overdue: { title: 'No overdue reports', description: 'A report is overdue when its instructor has not submitted it in time.' },
  open: { title: 'No reports being written', description: 'A report opens for its instructor when the shift ends.' },
  accepted: { title: 'No accepted reports yet', description: 'Accepted reports have posted the hours of their students.' },
} // prettier-ignore

/** The list by itself: filters in the address, several accepted at once. */
function SchoolShiftReports(): ReactNode {
  const search = useSearch({ from: '/_app/school/shift-reports' })
  const { show = 'waiting', proctor, page = 1 } = search
  const scope = useSemesterScope()
  const setSearch = useSetSearch()
  const query = useQuery({
    ...reports.listForSchool.queryOptions({ input: { show, page, ...(proctor && { proctor }), ...(scope.id && { semester_id: scope.id }) } }),
    enabled: scope.isKnown,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const [selected, select] = useState<string[]>([])
  const accept = useAcceptReports()
  const [left, setLeft] = useState<string[]>([])
  const { rows, counts, instructors = [] } = query.data ?? {}
  const refine = (change: object) => {
    select([])
    setSearch({ ...search, page: undefined, ...change })
  }
  function acceptAll(chosen: readonly SchoolReportRow[]): void {
    accept.mutate(
      { reports: chosen.map(({ shift_id, version }) => ({ shift_id, version })) },
      {
        onSuccess: (outcomes) => {
          const done = outcomes.filter(({ ok }) => ok).length
          if (done > 0) toast.success(`${done === 1 ? 'One report' : `${done} reports`} accepted. The hours are posted.`)
          setLeft(outcomes.filter(({ ok }) => !ok).map(({ shift_id: id, message }) => `${labelOf(chosen.find((row) => row.shift_id === id))}: ${message}`))
          select([])
        },
      },
    )
  }
  const ready = (rows ?? []).filter((row) => selected.includes(row.shift_id) && row.status === 'submitted')
  const actionsOf = useActions(acceptAll)
  return (
    <>
      <FilterBar chosen={[proctor]} onClear={proctor ? () => refine({ proctor: undefined }) : undefined}>
        <SegmentedFilter<ReportGroup>
          label="Show"
          value={show}
          options={[
            { value: 'waiting', label: 'For you', count: counts && counts.submitted + counts.overdue },
            { value: 'submitted', label: 'To accept', count: counts?.submitted },
            { value: 'overdue', label: 'Overdue', count: counts?.overdue },
            { value: 'open', label: 'Being written' },
            { value: 'accepted', label: 'Accepted' },
          ]}
          onChange={(next) => refine({ show: next === 'waiting' ? undefined : next })}
        />
        <SemesterScopeSelect scope={scope} />
        <NativeSelect
          aria-label="Instructor"
          value={proctor ?? ''}
          data={[{ value: '', label: 'All instructors' }, ...instructors.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget }) => refine({ proctor: currentTarget.value || undefined })}
        />
      </FilterBar>
      {left.length > 0 && (
        <Banner kind="warning" live title={left.length === 1 ? 'One report was not accepted' : `${left.length} reports were not accepted`}>
          <ul>{left.map((line) => <li key={line}>{line}</li>)}</ul>
        </Banner>
      )}
      <ListTable<SchoolReportRow>
        label="Shift reports"
        query={query}
        failedTitle="The shift reports could not be loaded"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.shift_id}
        rowLabel={labelOf}
        rowHref={(row) => `/shift/${row.shift_id}`}
        rowActions={actionsOf}
        selection={{
          selected,
          onChange: select,
          actions: (
            <Button size="compact-sm" loading={accept.isPending} disabled={ready.length === 0} onClick={() => acceptAll(ready)}>
              {`Accept ${ready.length}`}
            </Button>
          ),
        }}
        page={page}
        pageSize={25}
        onPageChange={(next) => setSearch({ ...search, page: next === 1 ? undefined : next })}
        empty={{ icon: IconClipboardText, ...empty[show] }}
      />
    </>
  )
} // prettier-ignore

function useActions(accept: (rows: readonly SchoolReportRow[]) => void) {
  const decide = useDecideReport()
  async function giveBack({ shift_id, version }: SchoolReportRow): Promise<void> {
    const answer = await confirm({
      title: 'Return this report?',
      body: 'The instructor is notified, corrects it, and submits it again.',
      confirmLabel: 'Return report',
      reason: { label: 'What is missing?', required: true, minLength: 3 },
    })
    if (answer) decide.mutate({ shift_id, version, ...answer.tick, decision: 'return', reason: answer.reason ?? '' }) // prettier-ignore
  }
  return (row: SchoolReportRow) =>
    row.status !== 'submitted'
      ? []
      : [
          { label: 'Accept and post hours', onClick: () => accept([row]) },
          ...(row.proctor_id ? [{ label: 'Return…', onClick: () => void giveBack(row) }] : []),
        ]
}

const labelOf = (row: SchoolReportRow | undefined): string =>
  row ? `${row.place}, ${formatDate(row.date, 'weekday')}` : 'Report'

const words = ({ exceptions, incidents }: SchoolReportRow): string =>
  [
    exceptions > 0 && (exceptions === 1 ? '1 exception' : `${exceptions} exceptions`),
    incidents > 0 && (incidents === 1 ? '1 incident' : `${incidents} incidents`),
  ]
    .filter(Boolean)
    .join(', ') || '—'

const columns: readonly Column<SchoolReportRow>[] = [
  { key: 'place', title: 'Shift', render: (row) => row.place },
  { key: 'when', title: 'When', render: (row) => `${formatDate(row.date, 'weekday')}, ${clockRange(row.start_time, row.end_time)}` },
  { key: 'proctor', title: 'Instructor', render: (row) => row.proctor_name ?? 'No instructor' },
  { key: 'students', title: 'Students', align: 'right', phone: 'hide', render: (row) => row.students },
  { key: 'look', title: 'To look at', render: words },
  { key: 'due', title: 'Due', phone: 'hide', render: (row) => formatInstant(row.due_at, row.time_zone, 'weekday') },
  { key: 'status', title: 'Status', render: (row) => <ReportBadge report={row} /> },
] // prettier-ignore
