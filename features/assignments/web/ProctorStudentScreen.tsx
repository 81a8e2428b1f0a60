import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { HoursChart } from './HoursChart.tsx'
import { assignments } from './queries.ts'
import { SeatBadge } from './SeatBadge.tsx'
import { ShiftCard, ShiftCards } from './ShiftCard.tsx'

/** One of a proctor's students: hours, and the shifts they share. */
export function ProctorStudentScreen(): ReactNode {
  const { studentId } = useParams({ from: '/_app/proctor/students/$studentId' })
  const query = useQuery(assignments.proctorStudent.queryOptions({ input: { student_id: studentId } }))
  return (
    <Page
      title={query.data?.full_name ?? 'Student'}
      breadcrumbs={[{ label: 'Students', href: '/proctor/students' }]}
      query={query}
      failedTitle="This student is not one of yours, or couldn’t be loaded"
    >
      {(student) => (
        <>
          <PageSection title="About">
            <KeyValue
              items={[
                { label: 'Email', value: <Link href={`mailto:${student.email}`}>{student.email}</Link> },
                { label: 'Cohort', value: student.cohort_name },
                {
                  label: 'Shifts with you',
                  value: `${student.shifts_done} done, ${student.shifts_coming} ahead${student.next_date ? `, next on ${formatDate(student.next_date, 'weekday')}` : ''}`,
                },
                ...(student.is_advised
                  ? [
                      {
                        label: 'You advise the cohort',
                        value: (
                          <Link href={`/school/students/${student.student_id}`}>The student’s page</Link>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          </PageSection>
          <PageSection title="Hours">
            <HoursChart hours={{ ...student, isOwn: false, isInCohort: student.cohort_name !== null }} />
          </PageSection>
          <PageSection title="Shifts with you" look="plain">
            {student.seats.length === 0 ? (
              <EmptyState
                compact
                title="None of your shifts"
                action={<LinkButton href="/proctor/schedule">Your schedule</LinkButton>}
              />
            ) : (
              <ShiftCards label="Shifts with you">
                {student.seats.map(({ id, status, shift }) => (
                  <li key={id}>
                    <ShiftCard
                      shift={shift}
                      badge={
                        <SeatBadge status={status} label={status === 'assigned' ? 'Assigned' : undefined} />
                      }
                    />
                  </li>
                ))}
              </ShiftCards>
            )}
          </PageSection>
        </>
      )}
    </Page>
  )
}
