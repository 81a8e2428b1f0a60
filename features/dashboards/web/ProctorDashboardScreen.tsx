import type { ReactNode } from 'react'
import { MemberDashboard } from './MemberDashboard.tsx'

/** The proctor's first page. */
export function ProctorDashboardScreen(): ReactNode {
  return <MemberDashboard title="Proctor dashboard" profileHref="/proctor/profile" isStudent={false} />
}
