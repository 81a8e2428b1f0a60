import { useQuery } from '@tanstack/react-query'
import { IconCalendarPlus, IconUserCheck, IconUserHeart, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ExpiringAgreements, expiringAgreements } from '#features/partnerships/web/public.ts'
import { FacilityPlan, facilityPlan } from '#features/shift-approvals/web/public.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { laterParts } from '#ui/later-parts.ts'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StatCard, StatGrid } from '#ui/StatCard.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import classes from './FacilityDashboardScreen.module.css'
import { dashboards } from './queries.ts'
import { Together } from './Together.tsx'

const approvals = laterParts(() => import('#features/approvals/web/public.ts'))
const ApprovalsPanel = approvals.part((file) => file.ApprovalsPanel)
approvals.fetch()

// Fetched beside the figures above them: these stand at once.
facilityPlan.fetch()
expiringAgreements.fetch()

type Node = { id: string; parent_id: string | null; kind: string; name: string; status: string }

/** A facility administrator's first page: their part of the hierarchy, their people, and who asks to join. */
export function FacilityDashboardScreen(): ReactNode {
  const query = useQuery(dashboards.facility.queryOptions())
  return (
    <Page
      title={query.data?.facility?.name ?? 'Facility dashboard'}
      description="Your sites and units, and the people who work with them."
      query={query}
    >
      {(data) => (
        <>
          <StatGrid>
            <StatCard
              label="People with access"
              value={data.people}
              icon={IconUsers}
              href="/facility/users"
            />
            <StatCard
              label="Preceptors"
              value={data.preceptors}
              icon={IconUserHeart}
              hint="Capstone preceptor enabled"
            />
            <StatCard
              label="Open offers"
              value={data.open_offers}
              icon={IconCalendarPlus}
              hint={data.open_offers > 0 ? 'No school has them yet' : 'Offer places to schools'}
              href="/facility/shifts?view=offers"
            />
            <StatCard
              label="Waiting for approval"
              value={data.waiting_for_approval}
              icon={IconUserCheck}
              hue={data.waiting_for_approval > 0 ? 'yellow' : 'green'}
              href="/facility/users?view=approvals"
            />
          </StatGrid>
          <Together>
            {data.waiting_for_approval > 0 && (
              <ApprovalsPanel within="facility" moreHref="/facility/users?view=approvals" />
            )}
            {data.facility && (
              <>
                <FacilityPlan />
                <ExpiringAgreements />
              </>
            )}
            <PageSection title="Sites and units" description="Your sites and units">
              {data.facility ? (
                <ul className={classes.tree}>
                  {roots(data.nodes).map((node) => (
                    <Branch key={node.id} node={node} nodes={data.nodes} />
                  ))}
                </ul>
              ) : (
                <EmptyState
                  compact
                  title="No facility is linked to your account"
                  description="A superadmin links administrators to their organization, site or unit. Until then, there is nothing to show."
                />
              )}
            </PageSection>
          </Together>
        </>
      )}
    </Page>
  )
}

/** The nodes with nothing above them that may be seen. */
function roots(nodes: readonly Node[]): Node[] {
  return nodes.filter((node) => !nodes.some((other) => other.id === node.parent_id))
}

function Branch({ node, nodes }: { node: Node; nodes: readonly Node[] }) {
  const below = nodes.filter((other) => other.parent_id === node.id)
  return (
    <li>
      <span className={classes.node}>
        <span className={classes.kind}>{node.kind}</span>
        {node.name}
        {node.status !== 'active' && <StateBadge state={node.status} />}
      </span>
      {below.length > 0 && (
        <ul>
          {below.map((child) => (
            <Branch key={child.id} node={child} nodes={nodes} />
          ))}
        </ul>
      )}
    </li>
  )
}
