import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { lazyParts } from '#ui/lazy-parts.ts'
import { Page } from '#ui/Page.tsx'
import { dashboards } from './queries.ts'
import { RevealTogether } from './RevealTogether.tsx'

// Loaded next to the numbers, not after them.
const home = lazyParts(() => import('./AdminHome.tsx'))
const AdminHome = home.part((file) => file.AdminHome)
home.fetch()

/** The superadmin's dashboard: what needs attention, recent events, then the platform in numbers. */
export function AdminDashboardScreen(): ReactNode {
  const query = useQuery(dashboards.admin.queryOptions())
  return (
    <Page title="Admin dashboard" query={query}>
      {(data) => (
        <RevealTogether>
          <AdminHome data={data} />
        </RevealTogether>
      )}
    </Page>
  )
}
