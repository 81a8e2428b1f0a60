import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRange, todayHere } from '#core/plain-date.ts'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { laterParts } from '#ui/later-parts.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { weekOf } from '../rules.ts'
import { dashboards } from './queries.ts'
import classes from './SchoolDashboardScreen.module.css'
import { TermCalendarBelow } from './TermSection.tsx'
import { Together } from './Together.tsx'

// Fetched beside the figures, and not after them.
const work = laterParts(() => import('./SchoolHome.tsx'))
const SchoolQueue = work.part((file) => file.SchoolQueue)
const SchoolTotals = work.part((file) => file.SchoolTotals)
const WeekAhead = work.part((file) => file.WeekAhead)
work.fetch()

/** The first page of those who run a school's placements: what needs them, the week, then the semester in figures. */
export function SchoolDashboardScreen(): ReactNode {
  const schoolId = useSchoolId()
  const query = useQuery(dashboards.school.queryOptions())
  return (
    <Page title={query.data?.school?.name ?? 'School dashboard'} query={query}>
      {(data) => (
        <Together>
          {schoolId && (
            <div className={classes.home}>
              <SchoolQueue
                schoolId={schoolId}
                figures={{ ...data, hasSemester: Boolean(data.semester ?? data.next_semester) }}
              />
              <div className={classes.aside}>
                <WeekAhead schoolId={schoolId} list="/shifts" />
                {data.semester && <Semester semester={data.semester} />}
              </div>
            </div>
          )}
          {schoolId && <SchoolTotals schoolId={schoolId} figures={data} />}
          <TermCalendarBelow
            semester={data.semester}
            nextSemester={data.next_semester}
            emptyText="Create a semester and make it active. Students and proctors see it right away."
          />
        </Together>
      )}
    </Page>
  )
}

type Term = { name: string; start_date: string; end_date: string }

/** How far the semester is. */
function Semester({ semester }: { semester: Term }): ReactNode {
  const at = weekOf(semester, todayHere())
  return (
    <PageSection title={semester.name} description={formatRange(semester.start_date, semester.end_date)}>
      {at && (
        <>
          <p className={classes.week}>
            Week {at.week} of {at.weeks}
          </p>
          <progress
            className={classes.bar}
            value={at.week}
            max={at.weeks}
            aria-label="Weeks of the semester"
          />
        </>
      )}
    </PageSection>
  )
}
