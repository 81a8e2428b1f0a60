import { IconUsersGroup } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { wholeDates } from '#ui/whole-dates.ts'
import type { ProjectRow } from '../contract.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

const shown = [
  { value: 'current', label: 'Current' },
  { value: 'done', label: 'Earlier' },
] as const

/** The students of a preceptor (Spec §1, My Students). */
export function PreceptorStudentsScreen(): ReactNode {
  const { show = 'current', page = 1 } = useSearch({ from: '/_app/preceptor/students/' })
  const setSearch = useSetSearch()
  const query = useQuery({
    ...capstone.list.queryOptions({ input: { show, as: 'preceptor', page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title="My Students"
      width="wide"
      toolbar={
        <SegmentedFilter
          label="Show"
          value={show}
          options={shown}
          onChange={(next) => setSearch({ show: next === 'current' ? undefined : next, page: undefined })}
        />
      }
      query={query}
      failedTitle="Your students couldn’t be loaded"
      isEmpty={({ rows }) => rows.length === 0}
      empty={{
        icon: IconUsersGroup,
        title: 'No students here',
        description: 'A student appears when a school asks you to be their preceptor.',
      }}
    >
      {({ rows, total }) => (
        <DataTable
          label="My Students"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          page={page}
          pageSize={25}
          total={total}
          onPageChange={(next, isGone = false) => setSearch({ page: next > 1 ? next : undefined }, isGone)}
          rowLabel={(row) => row.student_name ?? row.title}
          rowHref={(row) => `/preceptor/students/${row.student_id}`}
        />
      )}
    </Page>
  )
}

const columns: readonly Column<ProjectRow>[] = [
  { key: 'student', title: 'Student', render: (row) => row.student_name ?? 'A student' },
  { key: 'school', title: 'School', render: (row) => row.school_name },
  { key: 'status', title: 'Status', render: (row) => <ProjectBadge status={row.status} /> },
  {
    key: 'hours',
    title: 'Hours',
    align: 'right',
    render: (row) => `${row.credited_hours} of ${row.required_hours}`,
  },
  { key: 'confirm', title: 'To confirm', align: 'right', render: (row) => row.to_confirm || '—' },
  { key: 'dates', title: 'Dates', render: (row) => wholeDates(formatRange(row.start_date, row.end_date)) },
]
