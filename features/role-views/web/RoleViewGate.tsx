import type { ReactNode } from 'react'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { useFacilityView } from './use-facility-view.ts'
import { useRoleView } from './use-role-view.ts'

/**
 * Wraps every signed-in page: a superadmin sees nothing of the school area before a school is selected, and the same for the facility area.
 */
export function RoleViewGate({ children }: { children: ReactNode }): ReactNode {
  const hasSchool = useRoleView()
  const hasFacility = useFacilityView()
  return hasSchool && hasFacility ? children : <LoadingScreen />
}
