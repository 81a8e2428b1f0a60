import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Page } from '#ui/Page.tsx'
import { dashboards } from './queries.ts'
import { RevealTogether } from './RevealTogether.tsx'

// Loaded next to the numbers, not after them.
const home = lazyParts(() => import('./FacilityHome.tsx'))
const FacilityHome = home.part((file) => file.FacilityHome)
home.fetch()

/** A facility administrator's dashboard: what needs attention, the week, then the facility in numbers. */
export function FacilityDashboardScreen(): ReactNode {
  const query = useQuery(dashboards.facility.queryOptions())
  return (
    <Page title={query.data?.facility?.name ?? 'Facility dashboard'} query={query}>
      {(data) => (
        <RevealTogether>
          {data.facility ? (
            <FacilityHome data={data} />
          ) : (
            <EmptyState
              title="No facility is linked to your account"
              description="A superadmin links administrators to their organization, site or unit. Until then, there is nothing to show."
            />
          )}
        </RevealTogether>
      )}
    </Page>
  )
}
