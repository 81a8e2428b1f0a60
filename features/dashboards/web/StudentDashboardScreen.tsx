import { type ReactNode, Suspense } from 'react'
import { CheckInToday, checkIn } from '#features/attendance/web/public.ts'
import { OpenShiftsForYou, StudentHours, StudentNow, studentNow } from '#features/assignments/web/public.ts'
import { LeaveBanner } from '#features/leaves/web/public.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { MemberDashboard } from './MemberDashboard.tsx'
import classes from './StudentDashboardScreen.module.css'

// Loaded next to the page, not before it.
const clearance = lazyParts(() => import('./Clearance.tsx'))
const Clearance = clearance.part((file) => file.Clearance)
const OwnCohort = clearance.part((file) => file.OwnCohort)
studentNow.fetch()
checkIn.fetch()
clearance.fetch()

/** The student's dashboard: the next shift, whether the student is cleared for it, the hours, then open shifts. */
export function StudentDashboardScreen(): ReactNode {
  return (
    <MemberDashboard title="Student dashboard">
      {(member) => (
        <>
          {member.leave && (
            <Suspense>
              <LeaveBanner leave={member.leave} />
            </Suspense>
          )}
          <CheckInToday />
          <div className={classes.home}>
            <div className={classes.next}>
              <StudentNow />
            </div>
            <div className={classes.aside}>
              <Clearance isProfileComplete={Boolean(member.phone && member.graduation_date)} />
              <StudentHours />
              <OwnCohort />
            </div>
            <div className={classes.open}>
              <OpenShiftsForYou />
            </div>
          </div>
        </>
      )}
    </MemberDashboard>
  )
}
