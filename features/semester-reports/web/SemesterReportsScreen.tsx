import { Anchor, Button, NativeSelect, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { todayIn } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { hoursWords } from '#features/hours/rules.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import { type Filters, oneOf, searchText, tabs } from '#platform/web/kit/filters.ts'
import { List } from '#platform/web/kit/List.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Banner } from '#ui/Banner.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ReadinessRow, ReadinessShow, ReportAction } from '../contract.ts'
import { missingWords, semesterReportLabels } from '../rules.ts'
import { semesterReports } from './queries.ts'
import { ReportStatus } from './ReportStatus.tsx'
import type { RunRequest } from './RunDialog.tsx'

const RunDialog = lazyDialog(() => import('./RunDialog.tsx').then((m) => m.RunDialog), { request: undefined })

const shows = ['missing', 'none', 'working', 'published', 'withheld'] as const
const showLabels: Record<(typeof shows)[number], string> = {
  missing: 'Something missing',
  none: 'No report',
  working: 'In progress',
  published: 'Published',
  withheld: 'Withheld',
}

/**
 * The readiness board at the end of a semester: what is missing for whom and where to finish it, and the reports in progress (domain
 * §2.14).
 */
export function SemesterReportsScreen(): ReactNode {
  const setSearch = useSetSearch()
  const school = useSchoolId()
  const semesters = useQuery({
    ...featureApi<typeof semestersContract>('semesters').list.queryOptions({
      input: { school_id: school ?? '' },
    }),
    enabled: school !== null,
  })
  // The semester that began last: at its end, its reports are due.
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
      failedTitle="The semesters couldn’t be loaded"
      isEmpty={() => semester === undefined}
      empty={{
        title: 'No semester has begun',
        description: 'Reports are made of a semester’s hours and attendance.',
        action: (
          <LinkButton href="/school/settings" variant="default">
            See your semesters
          </LinkButton>
        ),
      }}
    >
      {() => (
        <Board
          key={semester}
          semester={semester!}
          onSemester={(id) => {
            scope.choose(id, false)
            setSearch({ semester: id })
          }}
          choices={begun?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      )}
    </Page>
  )
}

const bulk: [ReportAction, string][] = [
  ['generate', 'Generate'],
  ['request_comment', 'Ask instructors'],
  ['skip_comment', 'Continue to review'],
  ['publish', 'Publish…'],
  ['withhold', 'Withhold…'],
]

type BoardProps = {
  semester: string
  onSemester: (id: string) => void
  choices: { value: string; label: string }[]
}

const filters: Filters<{ q: string; cohort: string; show: ReadinessShow }> = {
  q: searchText('Search students'),
  cohort: oneOf('Cohort', 'All cohorts'),
  show: tabs('Status', 'All', showLabels),
}
const nameOf = ({ full_name: name }: ReadinessRow): string => name
const idOf = ({ student_id: id }: ReadinessRow): string => id

function Board({ semester, onSemester, choices }: BoardProps): ReactNode {
  const list = useList(filters, { sorts: ['full_name'], hasOwnOrder: true })
  const query = useQuery({
    ...semesterReports.readiness.queryOptions({ input: { ...list.input, semester_id: semester } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { data } = query
  const [request, setRequest] = useState<RunRequest>()
  const start = (action: ReportAction, studentIds: readonly string[]) =>
    setRequest({ action, semesterId: semester, studentIds })
  const actions = useActions<ReadinessRow>(
    bulk.map(([id, label]) => ({
      id,
      label,
      isBulk: true,
      open: (rows) => start(id, rows.map(idOf)),
    })),
    { nameOf, idOf },
  )
  const found = data?.student_ids ?? []
  return (
    <>
      <List
        list={list}
        before={
          <NativeSelect
            aria-label="Semester"
            value={semester}
            data={choices}
            onChange={({ currentTarget }) => onSemester(currentTarget.value)}
          />
        }
        options={{
          cohort: data?.cohorts.map(({ id, name }) => ({ value: id, label: name })),
          show: [
            { value: 'all', label: 'All', count: data?.counts.all },
            ...shows.map((value) => ({ value, label: showLabels[value], count: data?.counts[value] })),
          ],
        }}
        end={
          <Button disabled={found.length === 0} onClick={() => start('generate', found)}>
            {data ? `Generate ${formatNumber(found.length)}` : 'Generate'}
          </Button>
        }
        tabs={
          <>
            {data?.semester.is_locked && (
              <Banner kind="info" title={`${data.semester.name} is closed. Its hours no longer change.`} />
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
          </>
        }
        label="Students"
        query={query}
        rows={data?.rows}
        total={data?.total}
        columns={columns}
        rowKey={idOf}
        rowLabel={nameOf}
        rowHref={({ report }) => (report ? `/proctor/semester-reports/${report.id}` : undefined)}
        actions={actions}
        all={{
          most: found.length,
          bulk: () =>
            bulk.map(([action, label]) => (
              <Button key={action} size="xs" variant="default" onClick={() => start(action, found)}>
                {label}
              </Button>
            )),
        }}
        exported={{
          name: 'semester-reports',
          rows: (asFile, every) =>
            every((page) =>
              semesterReports.readiness.call({ ...list.filter, ...page, semester_id: semester }, asFile),
            ),
        }}
        failedTitle="Readiness couldn’t be loaded"
        empty={(isNarrowed) =>
          isNarrowed
            ? { title: 'No students match', description: 'Change or clear the filters.' }
            : {
                title: 'No students yet',
                description: 'Students with shifts or hours in this semester appear here.',
                action: (
                  <LinkButton href={`/shifts?semester=${semester}`} variant="default">
                    See its shifts
                  </LinkButton>
                ),
              }
        }
      />
      <RunDialog request={request} onClose={() => setRequest(undefined)} />
    </>
  )
}

const columns: readonly Column<ReadinessRow>[] = [
  { key: 'full_name', title: 'Student', render: (row) => row.full_name },
  { key: 'cohort', title: 'Cohort', phone: 'hide', render: (row) => row.cohort_name ?? '—' },
  {
    key: 'credited',
    title: 'Hours',
    align: 'right',
    text: ({ credited }) => credited,
    render: (row) => <span style={{ whiteSpace: 'nowrap' }}>{hoursWords(row.credited)}</span>,
  },
  {
    key: 'missing',
    title: 'Missing',
    text: ({ missing }) =>
      missing
        .map((one) => `${missingWords(one)}: ${one.items.map(({ label }) => label).join('; ')}`)
        .join('. ') || 'Complete',
    render: (row) => <MissingList row={row} />,
  },
  {
    key: 'report',
    title: 'Report',
    text: ({ report, is_outdated: isOutdated }) =>
      report
        ? `${semesterReportLabels[report.status]}${isOutdated ? '. Changed since. Generate again.' : ''}`
        : 'None yet',
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

/** What is missing, each with a link to finish it. */
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
              {at > 0 && '; '}
              <Anchor component={Link} href={item.href} size="sm">
                {item.label}
              </Anchor>
            </span>
          ))}
          {one.items.length > 2 && `; and ${one.items.length - 2} more`}
        </Text>
      ))}
    </>
  )
}
