import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { todayIn } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { hoursWords } from '#features/hours/rules.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReadinessRow, ReadinessShow, ReportAction } from '../contract.ts'
import { missingWords } from '../rules.ts'
import { semesterReports } from './queries.ts'
import { ReportStatus } from './ReportStatus.tsx'
import type { RunRequest } from './RunDialog.tsx'

const RunDialog = lazyDialog(() => import('./RunDialog.tsx').then((m) => m.RunDialog), { request: undefined })

const PAGE_SIZE = 25
const shows = ['missing', 'none', 'working', 'published', 'withheld'] as const
const showLabels: Record<ReadinessShow, string> = {
  all: 'All',
  missing: 'Something missing',
  none: 'No report',
  working: 'In progress',
  published: 'Published',
  withheld: 'Withheld',
}

type Search = { semester?: string; q?: string; cohort?: string; show?: string; page?: number }

/** The end of a semester on one board: what is missing of whom and where to finish it, and the reports on their way (domain §2.14). */
export function SemesterReportsScreen(): ReactNode {
  const search = useSearch({ from: '/_app/admin/semester-reports' })
  const setSearch = useSetSearch()
  const school = useSchoolId()
  const semesters = useQuery({
    ...featureApi<typeof semestersContract>('semesters').list.queryOptions({
      input: { school_id: school ?? '' },
    }),
    enabled: school !== null,
  })
  // The one that began last: at its end it is this one whose reports are due.
  const begun = semesters.data
    ?.filter(({ start_date, time_zone }) => start_date <= todayIn(time_zone))
    .toSorted((a, b) => b.start_date.localeCompare(a.start_date))
  const scope = useSemesterScope()
  const semester = (begun?.find(({ id }) => id === scope.id) ?? begun?.[0])?.id
  if (school === null)
    return (
      <Page title="Semester reports">
        <EmptyState
          title="Which school?"
          description="Choose one above. Its semesters and their reports appear here."
        />
      </Page>
    )
  return (
    <Page
      title="Semester reports"
      width="wide"
      query={semesters}
      failedTitle="The semesters could not be loaded"
      isEmpty={() => semester === undefined}
      empty={{
        title: 'No semester has begun',
        description: 'Reports are made of a semester’s hours and attendance.',
      }}
    >
      {() => (
        <Board
          key={semester}
          semester={semester!}
          search={search}
          setSearch={setSearch}
          onSemester={(id) => scope.choose(id, false)}
          choices={begun?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      )}
    </Page>
  )
}

type BoardProps = {
  semester: string
  search: Search
  setSearch: (search: object) => void
  onSemester: (id: string) => void
  choices: { value: string; label: string }[]
}

function Board({ semester, search, setSearch, onSemester, choices }: BoardProps): ReactNode {
  const show = choiceParam(search.show, shows) ?? 'all'
  const cohort = idParam(search.cohort)
  const page = search.page ?? 1
  const list = useQuery({
    ...semesterReports.readiness.queryOptions({
      input: {
        semester_id: semester,
        q: search.q ?? '',
        show,
        page,
        page_size: PAGE_SIZE,
        ...(cohort && { cohort }),
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data } = list
  const [selected, setSelected] = useState<string[]>([])
  const [request, setRequest] = useState<RunRequest>()
  const refine = (change: object) => {
    setSelected([])
    setSearch({ ...search, page: undefined, ...change })
  }
  const start = (action: ReportAction, ids: readonly string[]) =>
    setRequest({ action, semesterId: semester, studentIds: ids })
  const found = data?.student_ids ?? []
  return (
    <>
      <FilterBar
        chosen={[cohort]}
        onClear={
          search.q || cohort || show !== 'all'
            ? () => setSearch({ ...(search.semester && { semester: search.semester }) })
            : undefined
        }
        end={
          <Button disabled={found.length === 0} onClick={() => start('generate', found)}>
            {`Generate ${found.length}`}
          </Button>
        }
      >
        <NativeSelect
          aria-label="Semester"
          value={semester}
          data={choices}
          onChange={({ currentTarget }) => {
            onSemester(currentTarget.value)
            setSearch({ semester: currentTarget.value })
          }}
        />
        <SearchField
          label="Search students"
          value={search.q ?? ''}
          onChange={(q) => refine({ q: q || undefined })}
        />
        <NativeSelect
          aria-label="Cohort"
          value={cohort ?? ''}
          data={[
            { value: '', label: 'All cohorts' },
            ...(data?.cohorts.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={(event) => refine({ cohort: event.currentTarget.value || undefined })}
        />
        <SegmentedFilter<ReadinessShow>
          label="Status"
          value={show}
          options={(['all', ...shows] as const).map((value) => ({
            value,
            label: showLabels[value],
            count: data?.counts[value],
          }))}
          onChange={(value) => refine({ show: value === 'all' ? undefined : value })}
        />
      </FilterBar>
      {data?.semester.is_locked && (
        <Banner kind="info" title={`${data.semester.name} is closed: its hours change no more.`} />
      )}
      {data?.reopenings
        .filter(({ closed_at }) => closed_at === null)
        .map((one) => (
          <Banner
            key={one.reopened_at}
            kind="warning"
            title={`Reopened${one.by_name ? ` by ${one.by_name}` : ''}`}
          >
            {one.reason}
          </Banner>
        ))}
      <ListTable<ReadinessRow>
        label="Students"
        query={list}
        failedTitle="Readiness could not be loaded"
        rows={data?.rows}
        columns={columns}
        rowKey={(row) => row.student_id}
        rowLabel={(row) => row.full_name}
        rowHref={(row) => (row.report ? `/proctor/semester-reports/${row.report.id}` : undefined)}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
        selection={{
          selected,
          onChange: setSelected,
          all: {
            total: found.length,
            isAll: selected.length > 0 && selected.length === found.length,
            onAll: () => setSelected([...found]),
          },
          actions: <BulkButtons onStart={(action) => start(action, selected)} />,
        }}
        empty={
          search.q || cohort || show !== 'all'
            ? { title: 'No students match', description: 'Change or clear the filters.' }
            : { title: 'No students yet', description: 'Students with shifts or hours in this semester appear here.' }
        }
      />
      <RunDialog request={request} onClose={() => setRequest(undefined)} />
    </>
  )
} // prettier-ignore

const bulk: [ReportAction, string][] = [
  ['generate', 'Generate'],
  ['request_comment', 'Ask instructors'],
  ['skip_comment', 'Continue to review'],
  ['publish', 'Publish…'],
  ['withhold', 'Withhold…'],
]

const BulkButtons = ({ onStart }: { onStart: (action: ReportAction) => void }): ReactNode => (
  <Group gap="xs">
    {bulk.map(([action, label]) => (
      <Button key={action} size="xs" variant="default" onClick={() => onStart(action)}>
        {label}
      </Button>
    ))}
  </Group>
)

const columns: readonly Column<ReadinessRow>[] = [
  { key: 'full_name', title: 'Student', render: (row) => row.full_name },
  { key: 'cohort', title: 'Cohort', phone: 'hide', render: (row) => row.cohort_name ?? '—' },
  {
    key: 'credited',
    title: 'Hours',
    align: 'right',
    render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{hoursWords(row.credited)}</span>,
  },
  { key: 'missing', title: 'Missing', render: (row) => <MissingList row={row} /> },
  {
    key: 'report',
    title: 'Report',
    render: ({ report, is_outdated: isOutdated }) =>
      report ? (
        <div>
          <ReportStatus status={report.status} />
          {isOutdated && <div>Changed since. Generate again.</div>}
        </div>
      ) : (
        'None yet'
      ),
  },
]

/** What is missing, each with the way to finish it. */
function MissingList({ row }: { row: ReadinessRow }): ReactNode {
  if (row.missing.length === 0) return <StateBadge state="verified" label="Complete" />
  return (
    <>
      {row.missing.map((one) => (
        <Text size="sm" key={one.code} component="div">
          {missingWords(one)}
          {': '}
          {one.items.slice(0, 2).map((item, at) => (
            <span key={`${item.href} ${item.label}`}>
              {at > 0 && ', '}
              <Anchor component={Link} href={item.href} size="sm">
                {item.label}
              </Anchor>
            </span>
          ))}
          {one.items.length > 2 && ` and ${one.items.length - 2} more`}
        </Text>
      ))}
    </>
  )
}
