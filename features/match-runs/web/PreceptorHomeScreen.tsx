import type { ReactNode } from 'react'
import { PreceptorDashboardScreen } from '#features/capstone/web/public.ts'
import { StudentsToRank } from '#features/wishlists/web/public.ts'

/** A preceptor's dashboard with the students that a school asks them to rank (Spec §1). */
export function PreceptorHomeScreen(): ReactNode {
  return <PreceptorDashboardScreen ToRank={StudentsToRank} />
}
