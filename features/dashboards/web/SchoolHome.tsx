import { lazy, type ReactNode } from 'react'
import { formatRange, todayHere } from '#core/plain-date.ts'
import { useSemesterScope } from '#features/semesters/web/public.ts'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { DashboardSchool } from '../contract.ts'
import { weekOf } from '../rules.ts'
import { CollapsedSection } from './CollapsedSection.tsx'
import classes from './SchoolHome.module.css'
import { SchoolQueue } from './SchoolQueue.tsx'
import { SchoolTotals } from './SchoolTotals.tsx'
import { WeekAhead } from './WeekAhead.tsx'

const SchoolActivity = lazy(() =>
  import('./SchoolActivity.tsx').then((file) => ({ default: file.SchoolActivity })),
)

/** What needs the school, next to its week and the progress of the semester; then its totals. */
export function SchoolHome({ schoolId, data }: { schoolId: string; data: DashboardSchool }): ReactNode {
  const scope = useSemesterScope()
  const semester = scope.semester ?? data.semester
  return (
    <>
      <div className={classes.home}>
        <SchoolQueue schoolId={schoolId} scope={scope} figures={data} />
        <div className={classes.aside}>
          <WeekAhead schoolId={schoolId} list="/shifts" />
          {semester && <Semester semester={semester} />}
        </div>
      </div>
      <SchoolTotals schoolId={schoolId} scope={scope} figures={data} />
      <CollapsedSection title="Recent activity" Content={SchoolActivity} />
    </>
  )
}

type Term = { name: string; start_date: string; end_date: string }

/** The progress of the semester. */
function Semester({ semester }: { semester: Term }): ReactNode {
  const at = weekOf(semester, todayHere())
  return (
    <PageSection
      title={semester.name}
      description={formatRange(semester.start_date, semester.end_date)}
      actions={<Link href="/school/reports?view=charts">Charts</Link>}
    >
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
