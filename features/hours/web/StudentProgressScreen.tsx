import { specialties, specialtyLabels } from '#core/specialties.ts'
import { Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { constants } from '#core/constants.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { choice, type Filters, oneOf, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { idParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column } from '#ui/DataTable.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { usePageSize } from '#ui/use-page-size.ts'
import type { Concerns, Progress, ProgressFilter, ProgressRow, ProgressStatus } from '../contract.ts'
import { concernWords, credentialRiskWords, hoursWords, riskWords, progressStatusLabels } from '../rules.ts'
import type { StepHrefs } from './NextSteps.tsx'
import { hours, useConcerns } from './queries.ts'
import { ProgressStatusBadge } from './ProgressStatusBadge.tsx'

// These appear below the list, for one student, or only for the platform, so their code loads after the list's.
const ProgressView = lazy(() => import('./ProgressView.tsx').then((file) => ({ default: file.ProgressView })))
const HeatMap = lazy(() => import('./HeatMap.tsx').then((file) => ({ default: file.HeatMap })))
const SchoolField = lazy(() => import('./SchoolField.tsx').then((file) => ({ default: file.SchoolField })))
const SchoolsProgress = lazy(() =>
  import('./SchoolsProgress.tsx').then((file) => ({ default: file.SchoolsProgress })),
)

const filters: Filters<Omit<ProgressFilter, 'school_id' | 'specialty'> & { specialty?: Specialty }> = {
  q: searchText('Search students'),
  cohort: oneOf('Cohort', 'All cohorts'),
  specialty: choice(
    'Specialty',
    'All specialties',
    Object.fromEntries(specialties.map((value) => [value, `Short in ${specialtyLabels[value]}`])) as Record<
      Specialty,
      string
    >,
  ),
  standing: tabs('Status', 'All', progressStatusLabels),
}
const standings = Object.keys(progressStatusLabels) as ProgressStatus[]
const sorts = ['gap', 'full_name', 'projected', 'credited'] as const

const words = { school: textParam, student: idParam }

interface StudentProgressProps {
  /** Renders further actions for the students of a school; null is the caller's own. */
  actionsFor?: ((school: string | null) => ReactNode) | undefined
  /** Renders what is waiting for a decision. */
  waitingFor?: ((school: string | null) => ReactNode) | undefined
}

/** The hours of a school's or an instructor's students, or of any school for the platform; of one student if the address names one. */
export function StudentProgressScreen({ actionsFor, waitingFor }: StudentProgressProps): ReactNode {
  const [{ student, school }] = useSearchParams(words)
  return student ? (
    <One student={student} />
  ) : (
    <All named={school} actionsFor={actionsFor} waitingFor={waitingFor} />
  )
}

/** An instructor resolves the evaluations that they still have to write. */
const instructorSteps = ({ student_id: student }: Progress): StepHrefs => ({
  concern: ({ code, evaluation }) =>
    code === 'evaluation_missing' && evaluation?.shift_id
      ? `/shift/${evaluation.shift_id}/evaluate/${student}?kind=${evaluation.kind}`
      : undefined,
})

const schoolSteps = ({ student_id: student, full_name: name }: Progress): StepHrefs => ({
  shifts: ({ specialty }) =>
    `/shifts?${new URLSearchParams({ state: 'published', ...(specialty && { specialty }) })}`,
  credentials: `/school/compliance/students?${new URLSearchParams({ q: name })}`,
  concern: ({ evaluation }) =>
    evaluation ? `/admin/evaluation-verification?evaluation=${evaluation.id}` : `/school/students/${student}`,
})

function One({ student }: { student: string }): ReactNode {
  const { pathname } = useLocation()
  const me = useMe()
  const query = useQuery(hours.progress.queryOptions({ input: { student_id: student } }))
  return (
    <Page
      title={query.data?.full_name ?? 'Student'}
      description={query.data?.cohort_name ?? undefined}
      breadcrumbs={[{ label: 'Student progress', href: pathname }]}
      query={query}
      failedTitle="This student’s progress couldn’t be loaded"
      isEmpty={() => false}
    >
      {(progress) => (
        <Suspense fallback={<Skeletons shape="cards" />}>
          <ProgressView
            progress={progress}
            mayEnter={me.role !== 'proctor'}
            hrefs={me.role === 'proctor' ? instructorSteps(progress) : schoolSteps(progress)}
          />
        </Suspense>
      )}
    </Page>
  )
}

type AllProps = StudentProgressProps & {
  /** The school id in the address, or "all". */
  named: string | undefined
}

function All({ named, actionsFor, waitingFor }: AllProps): ReactNode {
  const me = useMe()
  const ownSchool = useSchoolId()
  const { pathname } = useLocation()
  const setSearch = useSetSearch()
  const school = idParam(named) ?? (me.role === 'superadmin' && named !== 'all' ? ownSchool : null)
  const list = useList(filters, { sorts, dir: 'desc', pageSize: usePageSize() })
  const within = school ? { school_id: school } : {}
  const isChosen = me.role !== 'superadmin' || school !== null
  const query = useQuery({
    ...hours.list.queryOptions({ input: { ...list.input, ...within } }),
    placeholderData: keepPreviousData,
    staleTime: constants.prefetch.progressStaleMs,
    enabled: isChosen,
  })
  const rows = useWithConcerns(query.data?.rows)
  // The cohorts of the whole list, even while one of them is selected.
  const isWhole = list.filter.cohort === undefined && !query.isPlaceholderData
  const cohorts = useCohorts(query.data?.heat ?? [], isWhole, school)
  const schoolField = me.role === 'superadmin' && (
    <Suspense fallback={<div style={{ minHeight: 60, minWidth: 200 }} />}>
      <SchoolField value={school} onChange={(id) => setSearch({ school: id ?? 'all' })} />
    </Suspense>
  )
  if (!isChosen)
    return (
      <Suspense fallback={<Skeletons shape="table" />}>
        <SchoolsProgress before={schoolField} />
      </Suspense>
    )
  const counts = query.data?.counts
  return (
    <ListPage
      title="Student progress"
      breadcrumbs={me.role === 'superadmin' ? [{ label: 'All schools', href: `${pathname}?school=all` }] : []}
      buttons={actionsFor?.(school)}
      list={list}
      before={schoolField}
      options={{
        cohort: cohorts.flatMap(({ cohort_id: id, cohort_name: name }) =>
          id ? [{ value: id, label: name ?? '' }] : [],
        ),
        standing: [
          { value: 'all', label: 'All', count: counts && Object.values(counts).reduce((a, b) => a + b, 0) },
          ...standings.map((value) => ({
            value,
            label: progressStatusLabels[value],
            count: counts?.[value],
          })),
        ],
      }}
      exported={{
        hrefOf: (format, chosen) =>
          exportHref('/student-progress/export', { ...list.shown, ...within, columns: chosen }, format),
        pdfHref: exportHref('/student-progress/export', { ...list.shown, ...within }, 'pdf'),
      }}
      label="Students"
      query={query}
      rows={rows}
      total={query.data?.total}
      columns={columns}
      rowKey={(row) => row.student_id}
      rowLabel={(row) => row.full_name}
      rowHref={(row) =>
        `${pathname}?${new URLSearchParams({ student: row.student_id, ...(named && { school: named }) })}`
      }
      failedTitle="Progress couldn’t be loaded"
      empty={(isNarrowed) =>
        isNarrowed
          ? { title: 'No students match', description: 'Change or clear the filters.' }
          : {
              title: 'No students yet',
              description:
                me.role === 'proctor'
                  ? 'Students appear here when they join your shifts.'
                  : 'Students appear here when they accept their invitation.',
              action: me.role !== 'proctor' && (
                <LinkButton href="/school/students?view=import" variant="default">
                  Import students
                </LinkButton>
              ),
            }
      }
    >
      {waitingFor?.(school)}
      {query.data && query.data.heat.length > 0 && (
        <PageSection
          title="Cohorts by specialty"
          description="Credited and scheduled hours, as a share of what each specialty requires."
        >
          <Suspense fallback={<Skeletons shape="table" />}>
            <HeatMap heat={query.data.heat} />
          </Suspense>
        </PageSection>
      )}
    </ListPage>
  )
}

type Row = ProgressRow & { about?: Concerns | undefined }

/** Adds the risks other than hours to the rows; they load later than the rows. */
function useWithConcerns(rows: readonly ProgressRow[] | undefined): Row[] | undefined {
  const found = useConcerns(rows?.map((row) => row.student_id) ?? [])
  return rows?.map((row) => ({ ...row, about: found.get(row.student_id) }))
}

type Cohort = { cohort_id: string | null; cohort_name: string | null }

function useCohorts(heat: readonly Cohort[], isWhole: boolean, school: string | null): Cohort[] {
  const [known, setKnown] = useState({ school, heat })
  const isOther = known.school !== school
  if (isWhole && (isOther || heat.length > known.heat.length)) setKnown({ school, heat })
  const shown = isOther || known.heat.length === 0 ? heat : known.heat
  return shown.filter(({ cohort_id: id }) => id !== null)
}

/** Keeps a number and its unit on one line. */
const Figure = ({ children }: { children: string }): ReactNode => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
)

/** Two lines in a row of the list; the student's page shows the full text. */
const Risk = ({ children }: { children: string }): ReactNode => (
  <Text size="xs" c="dimmed" lineClamp={2} maw={320} title={children}>
    {children}
  </Text>
)

const columns: readonly Column<Row>[] = [
  {
    key: 'full_name',
    title: 'Student',
    sortable: true,
    render: (row) => <div style={{ minWidth: 120 }}>{row.full_name}</div>,
  },
  {
    key: 'cohort',
    title: 'Cohort',
    render: (row) => <div style={{ minWidth: 130 }}>{row.cohort_name ?? '—'}</div>,
  },
  {
    key: 'standing',
    title: 'Status',
    render: ({ standing, risks, about }) => (
      <div>
        <ProgressStatusBadge standing={standing} />
        {(risks[0] || about) && (
          <Risk>
            {[
              risks[0] && riskWords(risks[0]),
              about?.credentials && credentialRiskWords(about.credentials),
              ...(about?.concerns ?? []).map(concernWords),
            ]
              .filter(Boolean)
              .join(' ')}
          </Risk>
        )}
      </div>
    ),
  },
  {
    key: 'credited',
    title: 'Credited',
    sortable: true,
    align: 'right',
    phone: 'hide',
    render: ({ credited }) => <Figure>{hoursWords(credited)}</Figure>,
  },
  {
    key: 'scheduled',
    title: 'Scheduled',
    align: 'right',
    phone: 'hide',
    render: ({ scheduled }) => <Figure>{hoursWords(scheduled)}</Figure>,
  },
  {
    key: 'projected',
    title: 'Projected',
    sortable: true,
    align: 'right',
    render: ({ projected, required }) => (
      <Figure>
        {required === null ? hoursWords(projected) : `${hoursWords(projected)} of ${hoursWords(required)}`}
      </Figure>
    ),
  },
  {
    key: 'gap',
    title: 'Gap',
    sortable: true,
    align: 'right',
    render: ({ gap }) => <Figure>{gap === null ? '—' : hoursWords(gap)}</Figure>,
  },
]
