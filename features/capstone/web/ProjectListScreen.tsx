import { IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { SemesterScopeSelect, useSemesterScope } from '#features/semesters/web/public.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { wholeDates } from '#ui/whole-dates.ts'
import type { ProjectRow } from '../contract.ts'
import { projectLabels } from '../rules.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

type Area = '/school/capstone' | '/proctor/capstone'

const shown = {
  current: 'Current',
  review: 'To review',
  placing: 'Placing',
  under_way: 'Under way',
  concerns: 'Concerns',
  done: 'Ended',
}
const filters: Filters<{ q: string; show: keyof typeof shown }> = {
  show: tabs('Show', 'Current', shown, 'current'),
  q: searchText('Search projects', { any: 'Student, preceptor' }),
}

/** A school's capstone projects; for an instructor those with them as faculty member. */
function ProjectList({ area }: { area: Area }): ReactNode {
  const list = useList(filters, { sorts: ['start_date'], hasOwnOrder: true })
  const scope = useSemesterScope(area === '/school/capstone' ? 'current' : 'all')
  const filter = { ...list.filter, ...(scope.id && { semester_id: scope.id }) }
  const query = useQuery({
    ...capstone.list.queryOptions({ input: { ...filter, page: list.page } }),
    enabled: scope.isKnown,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ListPage
      title="Capstone"
      description="Projects from proposal to certificate: review, find a preceptor, follow the hours."
      list={list}
      hasViews={false}
      before={<SemesterScopeSelect scope={scope} />}
      label="Capstone projects"
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={({ title }) => title}
      rowHref={({ id }) => `${area}/${id}`}
      exported={{
        name: 'capstone-projects',
        rows: (asFile, every) => every((page) => capstone.list.call({ ...filter, ...page }, asFile)),
      }}
      failedTitle="The projects couldn’t be loaded"
      empty={() => ({
        icon: IconSchool,
        title: list.filter.q ? 'No projects match your search' : 'No projects here',
        description: 'A project appears when a student submits a proposal.',
      })}
    />
  )
}

const columns: readonly Column<ProjectRow>[] = [
  { key: 'student', title: 'Student', render: (row) => row.student_name },
  { key: 'title', title: 'Project', render: (row) => row.title },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => projectLabels[status],
    render: ({ status }) => <ProjectBadge status={status} />,
  },
  { key: 'preceptor', title: 'Preceptor', render: (row) => row.preceptor_name ?? '—' },
  { key: 'facility', title: 'Facility', render: (row) => row.facility_name ?? '—', phone: 'hide' },
  {
    key: 'hours',
    title: 'Hours',
    align: 'right',
    render: (row) => `${row.credited_hours} of ${row.required_hours}`,
  },
  {
    key: 'dates',
    title: 'Dates',
    render: (row) => wholeDates(formatRange(row.start_date, row.end_date)),
    phone: 'hide',
  },
]

/** A school's capstone projects. */
export const SchoolCapstoneScreen = (): ReactNode => <ProjectList area="/school/capstone" />
/** An instructor's projects as faculty member. */
export const ProctorCapstoneScreen = (): ReactNode => <ProjectList area="/proctor/capstone" />
