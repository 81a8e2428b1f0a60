import type { ReactNode } from 'react'
import { CheckInToday, checkIn } from '#features/attendance/web/public.ts'
import { StudentHours, StudentNow, studentNow } from '#features/assignments/web/public.ts'
import { MyCohorts } from '#features/cohorts/web/public.ts'
import { Checklist } from '#ui/Checklist.tsx'
import { laterParts } from '#ui/later-parts.ts'
import { PageSection } from '#ui/PageSection.tsx'
import type { DashboardMember } from '../contract.ts'
import { MemberDashboard } from './MemberDashboard.tsx'

// Fetched beside the page, and not before it.
const clearance = laterParts(() => import('./Clearance.tsx'))
const Clearance = clearance.part((file) => file.Clearance)
studentNow.fetch()
checkIn.fetch()
clearance.fetch()

/** The student's first page: the next shift, what waits for an answer, hours, whether one is cleared, the term. */
export function StudentDashboardScreen(): ReactNode {
  return (
    <MemberDashboard title="Student dashboard">
      {(member) => (
        <>
          <CheckInToday />
          <WhatNow member={member} />
          <StudentNow />
          <StudentHours />
          <Clearance isProfileComplete={Boolean(member.phone && member.graduation_date)} />
          <MyCohorts isStudent />
        </>
      )}
    </MemberDashboard>
  )
}

/** What is open on the student's own side; with nothing left to do, nothing stands above the next shift. */
function WhatNow({ member }: { member: DashboardMember }): ReactNode {
  const steps = [
    {
      id: 'phone',
      label: 'Add a phone number',
      done: Boolean(member.phone),
      description: 'So that your school can reach you when a shift changes on the day.',
      href: '/student/profile',
    },
    {
      id: 'graduation',
      label: 'Confirm your expected graduation date',
      done: Boolean(member.graduation_date),
      href: '/student/profile',
    },
  ]
  if (steps.every(({ done }) => done)) return null
  return (
    <PageSection title="Next steps">
      <Checklist steps={steps} />
    </PageSection>
  )
}
