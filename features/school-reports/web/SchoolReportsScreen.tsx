import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { formatDate, todayIn } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { type Filters, oneAlways, unrendered } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { ListFilters } from '#platform/web/kit/ListFilters.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type ListState, useList } from '#platform/web/kit/use-list.ts'
import { idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { ReportKind, SavedReport } from '../contract.ts'
import { frequencyLabels, kindWords, semesterOf } from '../rules.ts'
import { schoolReports, useRemoveReport } from './queries.ts'
import type { SaveRequest } from './SaveReportDialog.tsx'

const SaveReportDialog = lazyDialog(() => import('./SaveReportDialog.tsx').then((m) => m.SaveReportDialog), {
  request: undefined,
})

// The code of the charts is loaded when they are opened.
const chartParts = lazyParts(() => import('#features/charts/web/public.ts'))
const SchoolCharts = chartParts.part((file) => file.SchoolCharts)

const titles = Object.fromEntries(
  Object.entries(kindWords).map(([kind, { title }]) => [kind, title]),
) as Record<ReportKind, string>
type Shown = { kind: ReportKind; saved: string }
const filters: Filters<Shown> = {
  kind: oneAlways<ReportKind>('Report', 'hours_by_area', titles),
  saved: unrendered(idParam),
}

/** All reports of a school: view, export, save, and send on a schedule (Spec §2: /school/reports). */
export function SchoolReportsScreen(): ReactNode {
  const search = useSearch({ from: '/_app/school/reports' })
  const school = useSchoolId()
  const semesters = useQuery({
    ...featureApi<typeof semestersContract>('semesters').list.queryOptions({
      input: { school_id: school ?? '' },
    }),
    enabled: school !== null,
  })
  const saved = useQuery({ ...schoolReports.saved.queryOptions(), staleTime: 0, enabled: school !== null })
  const begun = semesters.data
    ?.filter(({ start_date, time_zone }) => start_date <= todayIn(time_zone))
    .toSorted((a, b) => b.start_date.localeCompare(a.start_date))
  const kept = saved.data?.rows.find(({ id }) => id === search.saved)
  const list = useList(filters, { sorts: ['row'], hasOwnOrder: true })
  const kind = kept?.kind ?? list.filter.kind ?? 'hours_by_area'
  const scope = useSemesterScope()
  const semester = semesterOf(begun ?? [], scope.id, kept)
  const choices = begun?.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const chooseSemester = (id: string) => scope.choose(id, false)
  const setSearch = useSetSearch()
  const [request, setRequest] = useState<SaveRequest>()
  if (school === null)
    return (
      <Page title="Reports">
        <EmptyState title="Which school?" description="Choose one above. Its reports appear here." />
      </Page>
    )
  return (
    <Page
      title="Reports"
      width="wide"
      query={semesters}
      failedTitle="The semesters couldn’t be loaded"
      isEmpty={() => semester === undefined}
      empty={{
        title: 'No semester has begun',
        description: 'Reports are made of a semester’s shifts and hours.',
        action: (
          <LinkButton href="/school/settings" variant="default">
            See your semesters
          </LinkButton>
        ),
      }}
      actions={
        <LinkButton href="/admin/semester-reports" variant="default">
          Semester reports
        </LinkButton>
      }
    >
      {() => (
        <>
          <SegmentedFilter
            label="Look at"
            value={search.view ?? 'tables'}
            options={[
              { value: 'tables', label: 'Tables' },
              { value: 'charts', label: 'Charts' },
            ]}
            onChange={(view) => setSearch({ view: view === 'charts' ? view : undefined })}
          />
          {search.view === 'charts' && (
            <Charts semester={semester!} choices={choices} onSemester={chooseSemester} />
          )}
          {search.view !== 'charts' && (
            <Report
              kind={kind}
              semester={semester!}
              // A different report is no longer the saved one.
              list={{
                ...list,
                filter: { kind },
                isNarrowed: false,
                set: (change) => list.set({ ...change, saved: undefined }),
              }}
              onSemester={chooseSemester}
              choices={choices}
              onSave={() =>
                saved.data &&
                setRequest({
                  draft: { kind, semester_id: semester!, ...(kept && { saved: kept }) },
                  people: saved.data.people,
                })
              }
            />
          )}
          <Saved
            query={saved}
            onChange={(one) =>
              setRequest({
                draft: { kind: one.kind, semester_id: one.semester_id ?? semester!, saved: one },
                people: saved.data?.people ?? [],
              })
            }
          />
          <SaveReportDialog request={request} onClose={() => setRequest(undefined)} />
        </>
      )}
    </Page>
  )
}

type ChartsProps = {
  semester: string
  choices: { value: string; label: string }[]
  onSemester: (id: string) => void
}

function Charts({ semester, choices, onSemester }: ChartsProps): ReactNode {
  return (
    <>
      <NativeSelect
        aria-label="Semester"
        w={260}
        maw="100%"
        value={semester}
        data={choices}
        onChange={({ currentTarget }) => onSemester(currentTarget.value)}
      />
      <Suspense fallback={<Skeletons shape="form" count={3} />}>
        <SchoolCharts semesterId={semester} />
      </Suspense>
    </>
  )
}

type ReportProps = {
  kind: ReportKind
  semester: string
  list: ListState<Shown>
  onSemester: (id: string) => void
  choices: { value: string; label: string }[]
  onSave: () => void
}

function Report({ kind, semester, list, onSemester, choices, onSave }: ReportProps): ReactNode {
  const setSearch = useSetSearch()
  const query = useQuery({
    ...schoolReports.table.queryOptions({ input: { kind, semester_id: semester, page: list.page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  type Row = { key: string; cells: (string | number | null)[] }
  const rows = query.data?.rows.map((cells, at): Row => ({ key: `${list.page} ${at}`, cells }))
  const columns = (query.data?.columns ?? []).map(({ header, is_figure: isFigure }, at): Column<Row> => ({
    key: header,
    title: header,
    ...(isFigure && { align: 'right' as const }),
    render: ({ cells }) => cells[at] ?? '—',
  }))
  return (
    <>
      <ListFilters
        list={list}
        hasViews={false}
        hrefOf={(format) => exportHref(`/school-reports/${kind}/export`, { semester_id: semester }, format)}
        end={
          <>
            <NativeSelect
              aria-label="Semester"
              value={semester}
              data={choices}
              onChange={({ currentTarget }) => {
                onSemester(currentTarget.value)
                setSearch({ kind, semester: currentTarget.value })
              }}
            />
            <Button variant="default" onClick={onSave}>
              Save and schedule…
            </Button>
          </>
        }
      />
      <PageSection title={kindWords[kind].title} description={kindWords[kind].about}>
        <List<Row, Shown>
          key={kind}
          list={list}
          hasFilters={false}
          label={kindWords[kind].title}
          query={query}
          failedTitle="The report couldn’t be loaded"
          rows={rows}
          total={query.data?.total}
          columns={columns}
          rowKey={(row) => row.key}
          rowLabel={({ cells }) => String(cells[0] ?? '')}
          empty={{ title: 'Nothing to report yet', description: 'Choose another semester.' }}
        />
      </PageSection>
    </>
  )
}

type SavedQuery = { data?: { rows: SavedReport[] } | undefined }

function Saved({
  query,
  onChange,
}: {
  query: SavedQuery
  onChange: (saved: SavedReport) => void
}): ReactNode {
  const remove = useRemoveReport()
  const actions = useActions<SavedReport>(
    [
      { id: 'change', label: 'Change', open: ([row]) => row && onChange(row) },
      { id: 'remove', label: 'Remove', run: ({ id }) => remove.mutateAsync({ id }), tellsFailure: true },
    ],
    { nameOf: ({ name }) => name },
  )
  if (!query.data || query.data.rows.length === 0) return null
  const columns: Column<SavedReport>[] = [
    {
      key: 'name',
      title: 'Name',
      render: (row) => <Link href={`/school/reports?saved=${row.id}`}>{row.name}</Link>,
    },
    { key: 'kind', title: 'Report', render: (row) => kindWords[row.kind].title },
    { key: 'sent', title: 'Sent', render: (row) => frequencyLabels[row.frequency] },
    { key: 'next', title: 'Next', render: (row) => (row.next_on ? formatDate(row.next_on) : '—') },
  ]
  return (
    <PageSection title="Saved reports">
      <DataTable<SavedReport>
        label="Saved reports"
        rows={query.data.rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowActions={actions.menuOf}
      />
    </PageSection>
  )
}
