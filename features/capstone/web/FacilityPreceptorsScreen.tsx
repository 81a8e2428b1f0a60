import { IconSchool } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { PreceptorTable } from '#features/preceptors/web/public.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { wholeDates } from '#ui/whole-dates.ts'
import type { ProjectRow } from '../contract.ts'
import { ProjectBadge } from './ProjectBadge.tsx'
import { capstone } from './queries.ts'

const columns: readonly Column<ProjectRow>[] = [
  { key: 'title', title: 'Project', render: (row) => row.title },
  { key: 'school', title: 'School', render: (row) => row.school_name },
  { key: 'location', title: 'Unit', render: (row) => row.facility_name },
  { key: 'status', title: 'Status', render: (row) => <ProjectBadge status={row.status} /> },
  { key: 'student', title: 'Student', render: (row) => row.student_name ?? 'Named once someone accepts' },
  { key: 'preceptor', title: 'Preceptor', render: (row) => row.preceptor_name ?? '—' },
  {
    key: 'dates',
    title: 'Dates',
    render: (row) => wholeDates(formatRange(row.start_date, row.end_date)),
    phone: 'hide',
  },
]

/** A facility's preceptors, and the capstone students that schools ask it to take. */
export function FacilityPreceptorsScreen(): ReactNode {
  const { page = 1 } = useSearch({ from: '/_app/facility/preceptors/' })
  const setSearch = useSetSearch()
  const query = useQuery({
    ...capstone.list.queryOptions({ input: { show: 'current', page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Page
      title="Preceptors"
      description="Nurses who take capstone students, and the students schools ask you to take."
      width="wide"
    >
      <PageSection title="Capstone students" look="plain">
        <Loaded query={query} failedTitle="The projects couldn’t be loaded">
          {({ rows, total }) => (
            <DataTable
              label="Capstone students"
              rows={rows}
              columns={columns}
              rowKey={(row) => row.id}
              page={page}
              pageSize={25}
              total={total}
              onPageChange={(next, isGone = false) =>
                setSearch({ page: next > 1 ? next : undefined }, isGone)
              }
              rowLabel={(row) => row.title}
              rowHref={(row) => `/facility/preceptors/${row.id}`}
              empty={{
                icon: IconSchool,
                title: 'No requests now',
                description: 'A partner school asks here when one of its students needs a preceptor.',
              }}
            />
          )}
        </Loaded>
      </PageSection>
      <PreceptorTable />
    </Page>
  )
}
