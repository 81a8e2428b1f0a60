import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { constants } from '#core/constants.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { specialties, specialtyLabels } from '#features/facilities/rules.ts'
import { exportHref } from '#platform/web/export-href.ts'
import { choiceParam, idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column } from '#ui/DataTable.tsx'
import { ExportMenu } from '#ui/ExportMenu.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ProgressRow, Standing } from '../contract.ts'
import { hoursWords, riskWords, standingLabels } from '../rules.ts'
import { HeatMap } from './HeatMap.tsx'
import { ProgressView } from './ProgressView.tsx'
import { hours } from './queries.ts'
import { SchoolsProgress } from './SchoolsProgress.tsx'
import { StandingBadge } from './StandingBadge.tsx'

const PAGE_SIZE = 25
const standings = Object.keys(standingLabels) as Standing[]
const sorts = ['full_name', 'projected', 'gap', 'credited'] as const

type Search = {
  q?: string
  cohort?: string
  standing?: string
  specialty?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  school?: string
  student?: string
}

interface StudentProgressProps {
  /** What else can be done with the students of a school; null is the asker's own. */
  actionsFor?: ((school: string | null) => ReactNode) | undefined
}

/** Hours of a school's students, of an instructor's, or of any school for the platform; one of them where the address names one. */
export function StudentProgressScreen({ actionsFor }: StudentProgressProps): ReactNode {
  const search = useSearch({ strict: false }) as Search
  const student = idParam(search.student)
  return student ? <One student={student} /> : <All search={search} actionsFor={actionsFor} />
}

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
      failedTitle="This student’s progress could not be loaded"
      isEmpty={() => false}
    >
      {(progress) => (
        <ProgressView
          progress={progress}
          mayEnter={me.role !== 'proctor'}
          shiftsHref={
            me.role === 'proctor'
              ? undefined
              : ({ specialty }) =>
                  `/shifts?${new URLSearchParams({ status: 'published', ...(specialty && { specialty }) })}`
          }
        />
      )}
    </Page>
  )
}

function All({ search, actionsFor }: { search: Search } & StudentProgressProps): ReactNode {
  const me = useMe()
  const ownSchool = useSchoolId()
  const { pathname } = useLocation()
  const setSearch = useSetSearch()
  const school =
    idParam(search.school) ?? (me.role === 'superadmin' && search.school !== 'all' ? ownSchool : null)
  const sort = choiceParam(search.sort, sorts) ?? 'gap'
  const dir = search.dir ?? (sort === 'full_name' ? 'asc' : 'desc')
  const cohort = idParam(search.cohort)
  const standing = choiceParam(search.standing, standings)
  const specialty = choiceParam(search.specialty, specialties)
  const filter = {
    q: search.q ?? '',
    sort,
    dir,
    ...(school && { school_id: school }),
    ...(cohort && { cohort }),
    ...(standing && { standing }),
    ...(specialty && { specialty }),
  }
  const page = search.page ?? 1
  const isChosen = me.role !== 'superadmin' || school !== null
  const list = useQuery({
    ...hours.list.queryOptions({ input: { ...filter, page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    staleTime: constants.prefetch.progressStaleMs,
    enabled: isChosen,
  })
  const every = me.role === 'superadmin' ? `${pathname}?school=all` : undefined
  const refine = (change: object) => setSearch({ ...search, page: undefined, ...change })
  // The cohorts of the whole list, also while one of them is chosen.
  const cohorts = useCohorts(list.data?.heat ?? [], cohort === undefined)
  const counts = list.data?.counts
  const isFiltered = Boolean(search.q || cohort || standing || specialty)
  return (
    <Page
      title="Student progress"
      width="wide"
      breadcrumbs={isChosen && every ? [{ label: 'All schools', href: every }] : []}
      actions={isChosen && actionsFor?.(school)}
    >
      <FilterBar
        chosen={[cohort, specialty, standing]}
        onClear={
          isFiltered ? () => setSearch({ ...(search.school && { school: search.school }) }) : undefined
        }
        end={
          isChosen && (
            <ExportMenu hrefOf={(format) => exportHref('/student-progress/export', filter, format)} />
          )
        }
      >
        {me.role === 'superadmin' && (
          <EntitySelect
            kind="school"
            label="School"
            placeholder="Search by name"
            value={school}
            onChange={(id) => setSearch({ school: id ?? 'all' })}
          />
        )}
        <SearchField
          label={isChosen ? 'Search students' : 'Search schools'}
          value={search.q ?? ''}
          onChange={(q) => refine({ q: q || undefined })}
        />
        {isChosen && (
          <>
            <NativeSelect
              aria-label="Cohort"
              value={cohort ?? ''}
              data={[
                { value: '', label: 'All cohorts' },
                ...cohorts.map(({ cohort_id: id, cohort_name: name }) => ({
                  value: id ?? '',
                  label: name ?? '',
                })),
              ]}
              onChange={({ currentTarget }) => refine({ cohort: currentTarget.value || undefined })}
            />
            <NativeSelect
              aria-label="Specialty"
              value={specialty ?? ''}
              data={[
                { value: '', label: 'All specialties' },
                ...specialties.map((value: Specialty) => ({
                  value,
                  label: `Short in ${specialtyLabels[value]}`,
                })),
              ]}
              onChange={({ currentTarget }) => refine({ specialty: currentTarget.value || undefined })}
            />
            <SegmentedFilter<Standing | 'all'>
              label="Status"
              value={standing ?? 'all'}
              options={[
                {
                  value: 'all',
                  label: 'All',
                  count: counts && Object.values(counts).reduce((a, b) => a + b, 0),
                },
                ...standings.map((value) => ({
                  value,
                  label: standingLabels[value],
                  count: counts?.[value],
                })),
              ]}
              onChange={(value) => refine({ standing: value === 'all' ? undefined : value })}
            />
          </>
        )}
      </FilterBar>
      {isChosen ? (
        <>
          <ListTable<ProgressRow>
            label="Students"
            query={list}
            failedTitle="Progress could not be loaded"
            rows={list.data?.rows}
            columns={columns}
            rowKey={(row) => row.student_id}
            rowLabel={(row) => row.full_name}
            rowHref={(row) =>
              `${pathname}?${new URLSearchParams({ student: row.student_id, ...(search.school && { school: search.school }) })}`
            }
            sort={{ key: sort, dir }}
            onSortChange={({ key, dir: towards }) => refine({ sort: key, dir: towards })}
            page={page}
            pageSize={PAGE_SIZE}
            onPageChange={(to) => setSearch({ ...search, page: to === 1 ? undefined : to })}
            empty={
              isFiltered
                ? { title: 'No students match', description: 'Change or clear the filters.' }
                : {
                    title: 'No students yet',
                    description: 'Students appear here when they join your school or your shifts.',
                  }
            }
          />
          {list.data && list.data.heat.length > 0 && (
            <PageSection
              title="Cohorts by specialty"
              description="Credited and scheduled hours, as a share of what each specialty requires."
            >
              <HeatMap heat={list.data.heat} />
            </PageSection>
          )}
        </>
      ) : (
        <SchoolsProgress search={search} />
      )}
    </Page>
  )
}

type Cohort = { cohort_id: string | null; cohort_name: string | null }

function useCohorts(heat: readonly Cohort[], isWhole: boolean): Cohort[] {
  const [known, setKnown] = useState<readonly Cohort[]>(heat)
  if (isWhole && heat.length > known.length) setKnown(heat)
  return (known.length > 0 ? known : heat).filter(({ cohort_id: id }) => id !== null)
}

/** A number stays with its unit. */
const Figure = ({ children }: { children: string }): ReactNode => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
)

const columns: readonly Column<ProgressRow>[] = [
  { key: 'full_name', title: 'Student', sortable: true, render: (row) => row.full_name },
  { key: 'cohort', title: 'Cohort', render: (row) => row.cohort_name ?? '—' },
  {
    key: 'standing',
    title: 'Status',
    render: ({ standing, risks }) => (
      <div>
        <StandingBadge standing={standing} />
        {risks[0] && <div>{riskWords(risks[0])}</div>}
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
