import { Navigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { dashboardOf, profileOf } from '#core/access.ts'
import { dashboardFor } from '../rules.ts'
import { useMe } from './queries.ts'

/** /profile leads to the profile of one's role (Spec §2). */
export function ToOwnProfileScreen(): ReactNode {
  return <Navigate to={profileOf(useMe().role)} replace />
}

/** /dashboard and the addresses below it lead to the dashboard of one's role; the superadmin's to the one they name. */
export function ToOwnDashboardScreen(): ReactNode {
  const me = useMe()
  const router = useRouter()
  // Read once and not followed: on the way the location is already the next one.
  const [asked] = useState(() => router.state.location.pathname)
  const to = me.role === 'superadmin' ? dashboardFor(asked.split('/')[2]) : dashboardOf(me.role)
  return <Navigate to={to} replace />
}
