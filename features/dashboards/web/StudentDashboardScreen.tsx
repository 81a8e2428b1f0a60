import type { ReactNode } from 'react'
import { MemberDashboard } from './MemberDashboard.tsx'

/** The student's first page. */
export function StudentDashboardScreen(): ReactNode {
  return <MemberDashboard title="Student dashboard" profileHref="/student/profile" isStudent />
}
