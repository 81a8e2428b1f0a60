import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApprovalsPanel } from '#features/approvals/web/public.ts'
import { formatNumber } from '#core/number-text.ts'
import { addDays, todayHere } from '#core/plain-date.ts'
import { type Role, roleLabels } from '#core/roles.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { AuditTrail } from '#features/audit/web/public.ts'
import { shifts } from '#features/shifts/web/public.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { type WorkItem, workCount, WorkQueue } from '#ui/WorkQueue.tsx'
import type { DashboardAdmin } from '../contract.ts'
import { adminWork } from '../rules.ts'
import { Figures } from './Figures.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import classes from './SchoolHome.module.css'

// The code for decisions is loaded when a line is opened.
const permissions = lazyParts(() => import('#features/permission-requests/web/public.ts'))
const PendingRequests = permissions.part((file) => file.PendingRequests)

const contents: Record<string, () => ReactNode> = {
  signups: () => <ApprovalsPanel look="plain" moreHref="/admin/users?view=approvals" />,
  permissions: () => <PendingRequests />,
}

/** What needs the superadmin, next to recent events; then shifts and people in numbers. */
export function AdminHome({ data }: { data: DashboardAdmin }): ReactNode {
  const items = adminWork(data).map((item): WorkItem => ({
    ...item,
    ...(contents[item.id] && { content: contents[item.id] }),
  }))
  const total = workCount(items)
  return (
    <>
      <div className={classes.home}>
        <div className={classes.aside}>
          <PageSection title={total > 0 ? `Needs you · ${formatNumber(total)}` : 'Needs you'}>
            <WorkQueue
              label="What needs you"
              items={items}
              empty="You’re all caught up. Sign-ups, messages and permission requests appear here."
            />
          </PageSection>
          <AllShifts />
        </div>
        <PageSection title="Recent activity" actions={<Link href="/admin/users">Audit trail by person</Link>}>
          <AuditTrail isFeed label="Recent activity" empty={{ title: 'Nothing has changed yet' }} />
        </PageSection>
      </div>
      <Figures label="The platform at a glance" figures={peopleIn(data)} />
    </>
  )
}

/** One number for each role, because the list of users can be filtered by role. */
function peopleIn({ people, schools, facilities, current_semesters: semesters }: DashboardAdmin) {
  const roles: readonly Role[] = [
    'student',
    'proctor',
    'school_admin',
    'school_super_admin',
    'facility_admin',
  ]
  return [
    { label: 'Schools', value: schools, href: '/admin/schools?active=yes' },
    { label: 'Organizations', value: facilities, href: '/admin/organizations?status=active' },
    { label: 'Current semesters', value: semesters, href: '/admin/semesters?state=current' },
    ...roles.map((role) => ({
      label: `${roleLabels[role]}s`,
      value: people[role] ?? 0,
      href: `/admin/users?role=${role}&status=active`,
    })),
  ]
}

/** The shifts of the selected school, or of all, by what they need; each number links to them. */
function AllShifts(): ReactNode {
  const { selected_school_id: schoolId, selected_school_name: school } = useMe()
  const list = schoolId ? '/admin/shifts' : '/admin/all-shifts'
  const query = useQuery({
    ...shifts.summary.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    ...freshOnMount,
  })
  const counts = query.data
  return (
    <PageSection
      title={schoolId ? `Shifts of ${school ?? 'the selected school'}` : 'Shifts of all schools'}
      actions={<Link href={list}>All shifts</Link>}
    >
      {query.isError && !counts && <LoadFailed onRetry={() => void query.refetch()} />}
      {counts && (
        <Figures
          label="Shifts by next step"
          figures={[
            {
              label: 'Next 7 days',
              value: counts.next_seven_days,
              href: `${list}?state=published,full&from=${todayHere()}&to=${addDays(todayHere(), 6)}`,
            },
            { label: 'Waiting on facilities', value: counts.needs_answer, href: `${list}?needs=answer` },
            { label: 'Waiting on schools', value: counts.needs_reply, href: `${list}?needs=reply` },
            { label: 'Ready to publish', value: counts.needs_publishing, href: `${list}?needs=publishing` },
            { label: 'No instructor', value: counts.needs_instructor, href: `${list}?needs=instructor` },
            { label: 'Underfilled', value: counts.needs_students, href: `${list}?needs=students` },
            { label: 'Open seats', value: counts.free_seats, href: `${list}?state=published` },
          ]}
        />
      )}
    </PageSection>
  )
}
