import type { ReactNode } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { proctorNow } from '#features/assignments/web/public.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { MemberDashboard } from './MemberDashboard.tsx'

// Loaded next to the first answers, not after them.
const home = lazyParts(() => import('./ProctorHome.tsx'))
const ProctorHome = home.part((file) => file.ProctorHome)
home.fetch()
proctorNow.fetch()

/** The proctor's dashboard: what needs attention, the next shift and its students, the term. */
export function ProctorDashboardScreen(): ReactNode {
  const me = useMe()
  return (
    <MemberDashboard title="Proctor dashboard">
      {({ phone }) => <ProctorHome hasPhone={me.role !== 'proctor' || Boolean(phone)} />}
    </MemberDashboard>
  )
}
