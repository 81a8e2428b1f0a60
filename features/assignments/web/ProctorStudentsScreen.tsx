import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { type Filters, searchText, tabs } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { pageOfRows, useList } from '#platform/web/kit/use-list.ts'
import type { Column } from '#ui/DataTable.tsx'
import { Link } from '#ui/Link.tsx'
import type { ProctorStudent } from '../contract.ts'
import { assignments } from './queries.ts'

const groups = { coming: 'Upcoming', advised: 'Advised by you' }
type Group = keyof typeof groups
const filters: Filters<{ q: string; show: Group }> = {
  q: searchText('Search students'),
  show: tabs('Which', 'All', groups),
}
const isIn: Record<Group, (student: ProctorStudent) => boolean> = {
  coming: ({ shifts_coming: coming }) => coming > 0,
  advised: ({ is_advised: isAdvised }) => isAdvised,
}

const columns: readonly Column<ProctorStudent>[] = [
  { key: 'full_name', title: 'Student', render: ({ full_name: name }) => name },
  { key: 'cohort', title: 'Cohort', render: ({ cohort_name: cohort }) => cohort ?? '—' },
  {
    key: 'next',
    title: 'Next with you',
    render: ({ next_date: date, next_shift_id: id }) =>
      date && id ? <Link href={`/shift/${id}`}>{formatDate(date, 'weekday')}</Link> : '—',
  },
  {
    key: 'shifts',
    title: 'Shifts with you',
    render: ({ shifts_done: done, shifts_coming: coming }) => `${done} done, ${coming} ahead`,
  },
  {
    key: 'hours',
    title: 'Hours in all semesters',
    render: ({ hours_done: done, hours_scheduled: scheduled, hours_required: required }) =>
      `${done} done, ${scheduled} scheduled${required === null ? '' : ` of ${required}`}`,
  },
]

/** The students on a proctor's shifts, or in cohorts the proctor advises, with their hours. */
export function ProctorStudentsScreen(): ReactNode {
  const list = useList(filters, { sorts: ['full_name'] })
  const query = useQuery(assignments.proctorStudents.queryOptions())
  const all = query.data ?? []
  const { q = '', show } = list.filter
  const fitting = (students: readonly ProctorStudent[]) =>
    students.filter(
      (student) =>
        (!show || isIn[show](student)) &&
        `${student.full_name} ${student.cohort_name ?? ''}`.toLowerCase().includes(q.toLowerCase()),
    )
  const found = pageOfRows(fitting(all), list)
  return (
    <ListPage
      title="Students"
      description="Those on your shifts, and in cohorts you advise."
      list={list}
      options={{
        show: [
          { value: 'all', label: 'All', count: query.data?.length },
          ...(Object.keys(groups) as Group[]).map((value) => ({
            value,
            label: groups[value],
            count: query.data?.filter(isIn[value]).length,
          })),
        ],
      }}
      label="Students"
      query={query}
      rows={query.data && found.rows}
      total={found.total}
      page={found.page}
      columns={columns}
      rowKey={({ student_id: id }) => id}
      rowLabel={({ full_name: name }) => name}
      rowHref={({ student_id: id }) => `/proctor/students/${id}`}
      exported={{
        name: 'students',
        rows: async (asFile) => fitting(await assignments.proctorStudents.call(undefined, asFile)),
      }}
      failedTitle="Your students couldn’t be loaded"
      empty={{
        icon: IconUsers,
        title: 'No students yet',
        description: 'Students appear here once they are on one of your shifts.',
      }}
    />
  )
}
