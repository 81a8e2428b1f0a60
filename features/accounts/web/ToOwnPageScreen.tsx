import { Navigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { dashboardOf, profilePath } from '#core/access.ts'
import { dashboardFor } from '../rules.ts'
import { useMe } from './queries.ts'

/** Redirects /profile to the profile of the person's role (Spec §2). */
export function ToOwnProfileScreen(): ReactNode {
  return <Navigate to={profilePath(useMe().role)} replace />
}

/** Redirects /dashboard and the addresses below it to the dashboard of the person's role; for the superadmin, to the one in the address. */
export function ToOwnDashboardScreen(): ReactNode {
  const me = useMe()
  const router = useRouter()
  // Read only once, because the location changes during the redirect.
  const [asked] = useState(() => router.state.location.pathname)
  const to = me.role === 'superadmin' ? dashboardFor(asked.split('/')[2]) : dashboardOf(me.role)
  return <Navigate to={to} replace />
}
