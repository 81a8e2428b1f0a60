import { useQuery } from '@tanstack/react-query'
import { IconBuildingHospital, IconCalendar, IconSchool, IconUserCheck, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { laterParts } from '#ui/later-parts.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { dashboards } from './queries.ts'
import { Together } from './Together.tsx'

const approvals = laterParts(() => import('#features/approvals/web/public.ts'))
const ApprovalsPanel = approvals.part((file) => file.ApprovalsPanel)
approvals.fetch()

// Fetched beside the figures above it, and not after them.
const plannersWork = laterParts(() => import('./PlannersWork.tsx'))
const PlannersWork = plannersWork.part((file) => file.PlannersWork)
plannersWork.fetch()
const lastChanges = laterParts(() => import('./LastChanges.tsx'))
const LastChanges = lastChanges.part((file) => file.LastChanges)
lastChanges.fetch()

/** The superadmin's first page: the platform in figures, who waits, and what happened last. */
export function AdminDashboardScreen(): ReactNode {
  const { selected_school_id: schoolId } = useMe()
  const query = useQuery(dashboards.admin.queryOptions())
  return (
    <Page title="Admin dashboard" description="All schools and facilities." query={query}>
      {(data) => {
        const total = Object.values(data.people).reduce((sum, count) => sum + count, 0)
        return (
          <>
            <StatGrid>
              <StatCard
                label="Active people"
                value={total.toLocaleString('en-US')}
                icon={IconUsers}
                href="/admin/users"
              />
              <StatCard label="Schools" value={data.schools.toLocaleString('en-US')} icon={IconSchool} />
              <StatCard
                label="Facility organizations"
                value={data.facilities.toLocaleString('en-US')}
                icon={IconBuildingHospital}
              />
              <StatCard
                label="Active semesters"
                value={data.active_semesters.toLocaleString('en-US')}
                icon={IconCalendar}
                href="/admin/semesters"
              />
              <StatCard
                label="Waiting for approval"
                value={data.waiting_for_approval}
                icon={IconUserCheck}
                hue={data.waiting_for_approval > 0 ? 'yellow' : 'green'}
                href="/admin/users?view=approvals"
              />
            </StatGrid>
            <Together>
              {data.waiting_for_approval > 0 && <ApprovalsPanel moreHref="/admin/users?view=approvals" />}
              <PlannersWork schoolId={schoolId} list={schoolId ? '/admin/shifts' : '/admin/all-shifts'} />
              <PageSection title="People by role">
                <KeyValue
                  items={Object.entries(roleLabels).map(([role, label]) => ({
                    label,
                    value: data.people[role as Role] ?? 0,
                  }))}
                />
              </PageSection>
              <LastChanges />
            </Together>
          </>
        )
      }}
    </Page>
  )
}
