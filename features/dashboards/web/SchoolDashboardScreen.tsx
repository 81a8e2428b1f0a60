import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Page } from '#ui/Page.tsx'
import { dashboards } from './queries.ts'
import { TermCalendarBelow } from './TermSection.tsx'
import { RevealTogether } from './RevealTogether.tsx'

// Loaded next to the numbers, not after them.
const home = lazyParts(() => import('./SchoolHome.tsx'))
const SchoolHome = home.part((file) => file.SchoolHome)
home.fetch()

/** The dashboard of a school's administrators: what needs attention, the week, then the semester in numbers. */
export function SchoolDashboardScreen(): ReactNode {
  const schoolId = useSchoolId()
  const query = useQuery(dashboards.school.queryOptions())
  return (
    <Page title={query.data?.school?.name ?? 'School dashboard'} query={query}>
      {(data) => (
        <RevealTogether>
          {schoolId && <SchoolHome schoolId={schoolId} data={data} />}
          <TermCalendarBelow
            semester={data.semester}
            nextSemester={data.next_semester}
            emptyText="Create a semester and make it active. Students and proctors see it right away."
          />
        </RevealTogether>
      )}
    </Page>
  )
}
