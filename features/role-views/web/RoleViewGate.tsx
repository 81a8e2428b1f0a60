import type { ReactNode } from 'react'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { useRoleView } from './use-role-view.ts'

/** Stands round every signed-in page: a superadmin sees nothing of the school area before it is clear which school. */
export function RoleViewGate({ children }: { children: ReactNode }): ReactNode {
  return useRoleView() ? children : <LoadingScreen />
}
