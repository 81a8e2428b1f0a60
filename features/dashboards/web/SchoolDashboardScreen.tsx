import { useQuery } from '@tanstack/react-query'
import { IconCalendarPlus, IconMail, IconSchool, IconStethoscope, IconUserCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useSchoolId } from '#features/accounts/web/public.ts'
import { schoolDecisions } from '#features/assignments/web/public.ts'
import { Checklist } from '#ui/Checklist.tsx'
import { laterParts } from '#ui/later-parts.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { dashboards } from './queries.ts'
import { TermSection } from './TermSection.tsx'
import { Together } from './Together.tsx'

// Fetched beside the figures above it, and not after them.
const plannersWork = laterParts(() => import('./PlannersWork.tsx'))
const PlannersWork = plannersWork.part((file) => file.PlannersWork)
const approvals = laterParts(() => import('#features/approvals/web/public.ts'))
const ApprovalsPanel = approvals.part((file) => file.ApprovalsPanel)
plannersWork.fetch()
approvals.fetch()
schoolDecisions.fetch()

/** A school administrator's first page: the term, the people, and what waits for a decision. */
export function SchoolDashboardScreen(): ReactNode {
  const schoolId = useSchoolId()
  const query = useQuery(dashboards.school.queryOptions())
  return (
    <Page
      title={query.data?.school?.name ?? 'School dashboard'}
      description="What needs your attention this semester"
      query={query}
    >
      {(data) => (
        <>
          <StatGrid>
            <StatCard label="Students" value={data.students} icon={IconSchool} href="/school/students" />
            <StatCard
              label="Proctors"
              value={data.proctors}
              icon={IconStethoscope}
              href="/school/students?view=proctors"
            />
            <StatCard
              label="Open invitations"
              value={data.open_invitations}
              icon={IconMail}
              href="/school/students?view=invitations"
            />
            <StatCard
              label="Waiting for approval"
              value={data.waiting_for_approval}
              icon={IconUserCheck}
              hue={data.waiting_for_approval > 0 ? 'yellow' : 'green'}
              href="/school/students?view=approvals"
            />
            <StatCard
              label="Offered to you"
              value={data.open_offers}
              icon={IconCalendarPlus}
              hue={data.open_offers > 0 ? 'yellow' : 'green'}
              href="/shifts?view=offered"
            />
          </StatGrid>
          <Together>
            {schoolId && <PlannersWork schoolId={schoolId} list="/shifts" />}
            <PageSection title="Next steps">
              <Checklist
                steps={[
                  {
                    id: 'semester',
                    label: 'Set up a semester',
                    done: Boolean(data.semester ?? data.next_semester),
                    description: 'Its dates, holidays and breaks drive everything else.',
                    href: '/school/settings',
                  },
                  {
                    id: 'students',
                    label: 'Invite your students',
                    done: data.students > 0,
                    description: 'Import a roster: every row is checked before anything is sent.',
                    href: '/school/students?view=invitations',
                  },
                  {
                    id: 'proctors',
                    label: 'Invite your proctors',
                    done: data.proctors > 0,
                    href: '/school/students?view=proctors',
                  },
                  {
                    id: 'approvals',
                    label: 'Review sign-up requests',
                    done: data.waiting_for_approval === 0,
                    description:
                      data.waiting_for_approval > 0
                        ? `${data.waiting_for_approval} waiting below`
                        : undefined,
                  },
                ]}
              />
            </PageSection>
            {data.waiting_for_approval > 0 && (
              <ApprovalsPanel within="school" moreHref="/school/students?view=approvals" />
            )}
            <TermSection
              semester={data.semester}
              nextSemester={data.next_semester}
              emptyText="Create a semester and make it active: students and proctors see it at once."
            />
          </Together>
        </>
      )}
    </Page>
  )
}
