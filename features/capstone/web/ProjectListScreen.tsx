import { IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { useSearchWords } from '#platform/web/kit/use-search.ts'
import { choiceParam, pageParam, semesterParam, textParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ProjectRow } from '../contract.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

type Area = '/school/capstone' | '/proctor/capstone'

const shown = [
  { value: 'current', label: 'Current' },
  { value: 'review', label: 'To review' },
  { value: 'placing', label: 'Placing' },
  { value: 'under_way', label: 'Under way' },
  { value: 'done', label: 'Ended' },
] as const

const known = {
  show: (value: unknown) => choiceParam(value, ['current', 'review', 'placing', 'under_way', 'done']),
  q: textParam,
  page: pageParam,
  semester: semesterParam,
}

/** The capstone projects of a school; of an instructor those whose faculty member they are. */
function ProjectList({ area }: { area: Area }): ReactNode {
  const { show = 'current', q = '', page = 1, semester } = useSearchWords(known)[0]
  const setSearch = useSetSearch()
  const scope = useSemesterScope(area === '/school/capstone' ? 'current' : 'all')
  const query = useQuery({
    ...capstone.list.queryOptions({ input: { show, q, page, ...(scope.id && { semester_id: scope.id }) } }),
    enabled: scope.isKnown,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title="Capstone"
      description="Projects from proposal to certificate: review, find a preceptor, follow the hours."
      width="wide"
      toolbar={
        <FilterBar>
          <SegmentedFilter label="Show" value={show} options={shown} onChange={(next) => setSearch({ show: next === 'current' ? undefined : next, q: q || undefined, semester })} />
          <SemesterScopeSelect scope={scope} />
          <SearchField label="Search students, titles and preceptors" value={q} onChange={(text) => setSearch({ show: show === 'current' ? undefined : show, q: text || undefined, semester })} />
        </FilterBar>
      }
      query={query}
      failedTitle="The projects could not be loaded"
    >
      {({ rows, total }) => (
        <DataTable
          label="Capstone projects"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          rowLabel={(row) => row.title}
          rowHref={(row) => `${area}/${row.id}`}
          page={page}
          pageSize={25}
          total={total}
          onPageChange={(next) => setSearch({ show: show === 'current' ? undefined : show, q: q || undefined, semester, page: next })}
          empty={{
            icon: IconSchool,
            title: q ? 'No projects match your search' : 'No projects here',
            description: 'A project appears when a student submits a proposal.',
          }}
        />
      )}
    </Page>
  )
} // prettier-ignore

const columns: readonly Column<ProjectRow>[] = [
  { key: 'student', title: 'Student', render: (row) => row.student_name },
  { key: 'title', title: 'Project', render: (row) => row.title },
  { key: 'status', title: 'Status', render: (row) => <ProjectBadge status={row.status} /> },
  { key: 'preceptor', title: 'Preceptor', render: (row) => row.preceptor_name ?? '—' },
  { key: 'facility', title: 'Facility', render: (row) => row.facility_name ?? '—', phone: 'hide' },
  {
    key: 'hours',
    title: 'Hours',
    align: 'right',
    render: (row) => `${row.credited_hours} of ${row.required_hours}`,
  },
  { key: 'dates', title: 'Dates', render: (row) => formatRange(row.start_date, row.end_date), phone: 'hide' },
]

/** A school's capstone projects. */
export const SchoolCapstoneScreen = (): ReactNode => <ProjectList area="/school/capstone" />
/** Projects whose faculty member an instructor is. */
export const ProctorCapstoneScreen = (): ReactNode => <ProjectList area="/proctor/capstone" />
