import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { FilterBar } from '#ui/FilterBar.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ProctorStudent } from '../contract.ts'
import { assignments } from './queries.ts'

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
    title: 'Hours',
    render: ({ hours_done: done, hours_scheduled: scheduled, hours_required: required }) =>
      `${done} done, ${scheduled} scheduled${required === null ? '' : ` of ${required}`}`,
  },
]

/** The students on a proctor's shifts, or in cohorts the proctor advises, with their hours. */
export function ProctorStudentsScreen(): ReactNode {
  const search = useSearch({ from: '/_app/proctor/students/' })
  const setSearch = useSetSearch()
  const query = useQuery(assignments.proctorStudents.queryOptions())
  const words = (search.q ?? '').trim().toLowerCase()
  return (
    <Page
      title="Students"
      description="Those on your shifts, and in cohorts you advise."
      width="wide"
      query={query}
      failedTitle="Your students could not be loaded"
      empty={{
        icon: IconUsers,
        title: 'No students yet',
        description: 'Students appear here once they are on one of your shifts.',
      }}
    >
      {(all) => {
        const groups = {
          all,
          coming: all.filter(({ shifts_coming: coming }) => coming > 0),
          advised: all.filter(({ is_advised: advised }) => advised),
        }
        const show = search.show && search.show in groups ? (search.show as keyof typeof groups) : 'all'
        return (
          <>
            <FilterBar>
              <SearchField
                label="Search students"
                value={search.q ?? ''}
                onChange={(q) => setSearch({ ...search, q: q || undefined })}
              />
              <SegmentedFilter<keyof typeof groups>
                label="Which"
                value={show}
                options={[
                  { value: 'all', label: 'All', count: all.length },
                  { value: 'coming', label: 'Upcoming', count: groups.coming.length },
                  { value: 'advised', label: 'Advised by you', count: groups.advised.length },
                ]}
                onChange={(next) => setSearch({ ...search, show: next === 'all' ? undefined : next })}
              />
            </FilterBar>
            <DataTable
              label="Students"
              rows={groups[show].filter(({ full_name: name, cohort_name: cohort }) =>
                `${name} ${cohort ?? ''}`.toLowerCase().includes(words),
              )}
              columns={columns}
              rowKey={({ student_id: id }) => id}
              rowLabel={({ full_name: name }) => name}
              rowHref={({ student_id: id }) => `/proctor/students/${id}`}
              empty={{
                title: 'No student fits',
                description: 'Try another part of the name, or all students.',
              }}
            />
          </>
        )
      }}
    </Page>
  )
}
