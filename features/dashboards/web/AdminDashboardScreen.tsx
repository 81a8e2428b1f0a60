import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { laterParts } from '#ui/later-parts.ts'
import { Page } from '#ui/Page.tsx'
import { dashboards } from './queries.ts'
import { Together } from './Together.tsx'

// Loaded next to the numbers, not after them.
const home = laterParts(() => import('./AdminHome.tsx'))
const AdminHome = home.part((file) => file.AdminHome)
home.fetch()

/** The superadmin's dashboard: what needs attention, recent events, then the platform in numbers. */
export function AdminDashboardScreen(): ReactNode {
  const query = useQuery(dashboards.admin.queryOptions())
  return (
    <Page title="Admin dashboard" query={query}>
      {(data) => (
        <Together>
          <AdminHome data={data} />
        </Together>
      )}
    </Page>
  )
}
