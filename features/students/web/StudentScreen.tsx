import { Button, Group, Switch, Text } from '@mantine/core'
import { IconArrowsExchange, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { dayHere, formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import {
  beginReasonLabels,
  endReasonLabels,
  spanWords,
  stayState,
  shownMemberships,
} from '#features/cohorts/rules.ts'
import { ChangeStudentsDialog } from '#features/cohorts/web/public.ts'
import { PersonCredentials } from '#features/credentials/web/public.ts'
import { DepartureButton, DepartureNotice } from '#features/departures/web/public.ts'
import { LeaveBadge, StudentLeaves } from '#features/leaves/web/public.ts'
import { useParam } from '#platform/web/kit/use-search.ts'
import { Checklist } from '#ui/Checklist.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Student, StudentPage, StudentSummary } from '../contract.ts'
import {
  graduationOf,
  graduatedWith,
  missingOf,
  openCredentialNames,
  locationOf,
  projectedWords,
  studentStatusLabels,
} from '../rules.ts'
import { students } from './queries.ts'
import { StudentClearance } from './StudentClearance.tsx'
import { StudentHours } from './StudentHours.tsx'

// Far down the page, so its code is loaded after the content above.
const AuditTrail = lazy(() =>
  import('#features/audit/web/public.ts').then((file) => ({ default: file.AuditTrail })),
)
const StudentPrivacy = lazy(() =>
  import('#features/privacy/web/public.ts').then((file) => ({ default: file.StudentPrivacy })),
)
const StudentDrawer = lazyDialog(() => import('./StudentDrawer.tsx').then((m) => m.StudentDrawer), {
  opened: false,
})

/** One student: details, cohorts, and what is missing; for administrators, and proctors of the cohort (Spec §2). */
export function StudentScreen(): ReactNode {
  const studentId = useParam('studentId')
  const me = useMe()
  const query = useQuery(students.get.queryOptions({ input: { id: studentId } }))
  const student = query.data
  return (
    <Page
      title={student?.full_name ?? 'Student'}
      {...(me.role !== 'proctor' && { breadcrumbs: [{ label: 'People', href: '/school/students' }] })}
      description={student && [student.student_number, student.school_name].filter(Boolean).join(' · ')}
      badge={
        student && (
          <>
            <StateBadge state={student.status} label={studentStatusLabels[student.status]} />
            {student.may_change && student.status === 'active' && (
              <Suspense>
                <LeaveBadge studentId={student.id} />
              </Suspense>
            )}
          </>
        )
      }
      actions={student?.may_change && <Actions student={student} />}
      query={query}
      failedTitle="This student couldn’t be loaded"
      skeleton={<Skeletons shape="cards" count={3} />}
    >
      {(found) => <Details student={found} />}
    </Page>
  )
}

function Actions({ student }: { student: Student }): ReactNode {
  const me = useMe()
  const [open, setOpen] = useState<'edit' | 'move'>()
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsExchange size={18} aria-hidden />}
        onClick={() => setOpen('move')}
      >
        Move to a cohort
      </Button>
      <Button leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <DepartureButton person={{ ...student, role: 'student' }} me={me} />
      <StudentDrawer opened={open === 'edit'} student={student} onClose={() => setOpen(undefined)} />
      {student.school_id && (
        <ChangeStudentsDialog
          opened={open === 'move'}
          what="move"
          students={
            open === 'move' ? [{ id: student.id, membershipId: student.cohort?.membership_id ?? null }] : []
          }
          schoolId={student.school_id}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

/** The anchor of the student’s credentials on their page. */
const CREDENTIALS = 'credentials'

/** What a coordinator looks for first: hours, the next shift, and what is missing before it. */
function Summary({ id, summary }: { id: string; summary: StudentSummary }): ReactNode {
  const { pathname } = useLocation()
  const { hours, next_shift: next, clearance } = summary
  return (
    <StatGrid>
      {hours && (
        <StatCard
          label="Hours"
          href={`/school/student-progress?student=${id}`}
          value={<StudentHours hours={hours} />}
          hint={projectedWords(hours)}
        />
      )}
      <StatCard
        label="Next shift"
        {...(next && { href: `/shift/${next.id}` })}
        value={next ? formatDate(next.date, 'weekday') : 'None'}
        hint={next && locationOf(next)}
      />
      {clearance && (
        <StatCard
          label="Credentials"
          href={`${pathname}#${CREDENTIALS}`}
          value={<StudentClearance clearance={clearance} />}
          hint={openCredentialNames(clearance)}
        />
      )}
    </StatGrid>
  )
}

/** The student’s credentials. Scrolls to them if the address links there, once the student is loaded. */
function Credentials({ student }: { student: Student }): ReactNode {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === CREDENTIALS) document.getElementById(CREDENTIALS)?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <div id={CREDENTIALS} style={{ scrollMarginTop: 72 }}>
      <Suspense fallback={<Skeletons shape="text" count={4} />}>
        <PersonCredentials personId={student.id} name={student.full_name} />
      </Suspense>
    </div>
  )
}

function Details({ student }: { student: StudentPage }): ReactNode {
  const missing = missingOf(student)
  const graduates = graduationOf(student)
  const graduated = graduatedWith(student)
  const mayChange = student.may_change
  return (
    <>
      {mayChange && <DepartureNotice person={student} />}
      {student.summary && <Summary id={student.id} summary={student.summary} />}
      <PageSection title="Who they are">
        <KeyValue
          items={[
            { label: 'Email', value: <a href={`mailto:${student.email}`}>{student.email}</a> },
            { label: 'Phone', value: student.phone },
            { label: 'Student ID', value: student.student_number },
            {
              label: 'Cohort',
              value: student.cohort ? (
                <Link href={`/school/cohorts/${student.cohort.id}`}>{student.cohort.name}</Link>
              ) : (
                graduated && (
                  <>
                    {'Graduated with '}
                    <Link href={`/school/cohorts/${graduated.cohort_id}`}>{graduated.cohort_name}</Link>
                  </>
                )
              ),
            },
            {
              label: 'Expected graduation',
              value: graduates && formatDate(graduates),
            },
            { label: 'License in progress', value: student.license_in_progress ? 'Yes' : 'No' },
          ]}
        />
      </PageSection>
      {mayChange && student.status === 'active' && (
        <Suspense fallback={<Skeletons shape="text" count={2} />}>
          <StudentLeaves student={student} />
        </Suspense>
      )}
      {mayChange && missing.some(({ isDone }) => !isDone) && (
        <PageSection title="What is missing">
          <Checklist
            label="What is missing"
            steps={missing.map(({ id, label, hint, isDone }) => ({
              id,
              label,
              done: isDone,
              ...(!isDone && { description: hint }),
            }))}
          />
        </PageSection>
      )}
      {mayChange && <Credentials student={student} />}
      <Cohorts student={student} />
      {mayChange && (
        <Suspense fallback={<Skeletons shape="text" count={4} />}>
          <StudentPrivacy studentId={student.id} name={student.full_name} />
        </Suspense>
      )}
      {mayChange && <Account student={student} />}
      {mayChange && (
        <PageSection title="Trail">
          <Suspense fallback={<Skeletons shape="text" count={4} />}>
            <AuditTrail
              label={`History of ${student.full_name}`}
              aboutUserId={student.id}
              empty={{ title: 'Nothing recorded yet' }}
            />
          </Suspense>
        </PageSection>
      )}
    </>
  )
}

function Cohorts({ student }: { student: Student }): ReactNode {
  const [isWhole, setWhole] = useState(false)
  const shown = shownMemberships(student.stays)
  const stays = (isWhole ? student.stays : shown).toReversed()
  return (
    <PageSection
      title="Cohorts"
      description="The latest first. Full history is kept."
      actions={
        student.stays.length > shown.length && (
          <Switch
            label="Show corrections"
            checked={isWhole}
            onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
          />
        )
      }
    >
      {stays.length === 0 ? (
        <EmptyState
          compact
          titleOrder={3}
          title="In no cohort yet"
          description="Moves and transfers appear here, with their dates."
        />
      ) : (
        <Timeline
          label="Cohorts"
          events={stays.map((stay) => ({
            id: stay.membership_id,
            title: (
              <Group gap={6}>
                <Link href={`/school/cohorts/${stay.cohort_id}`}>{stay.cohort_name}</Link>
                <Text span size="sm" fw={400}>
                  {spanWords(stay, student.today)}
                </Text>
              </Group>
            ),
            ...(stay.by_name && { by: `Entered by ${stay.by_name}` }),
            at: stay.created_at,
            note: `${beginReasonLabels[stay.reason]}${stay.end_reason ? ` → ${endReasonLabels[stay.end_reason]}` : ''}`,
            state: stayState(stay, student.today),
          }))}
        />
      )}
    </PageSection>
  )
}

const invitationStates: Record<Student['invitations'][number]['state'], string> = {
  sent: 'invited',
  opened: 'in_review',
  accepted: 'accepted',
  expired: 'expired',
  revoked: 'revoked',
}

function Account({ student }: { student: Student }): ReactNode {
  return (
    <PageSection title="Account and invitations">
      <KeyValue
        items={[
          { label: 'Email verified', value: student.email_verified ? 'Yes' : 'No' },
          {
            label: 'Last sign-in',
            value: student.last_sign_in ? <RelativeTime value={student.last_sign_in} /> : 'Never',
          },
          { label: 'Member since', value: formatDate(dayHere(student.created_at)) },
          ...student.invitations.map((invitation, at) => ({
            label: at === 0 ? 'Invitation' : `Invitation ${at + 1}`,
            value: (
              <Group gap={8} key={invitation.id}>
                <StateBadge
                  state={invitationStates[invitation.state]}
                  label={invitation.state.charAt(0).toUpperCase() + invitation.state.slice(1)}
                />
                <span>
                  sent <RelativeTime value={invitation.sent_at} />
                  {invitation.cohort_name && `, names ${invitation.cohort_name}`}
                </span>
              </Group>
            ),
          })),
        ]}
      />
    </PageSection>
  )
}
