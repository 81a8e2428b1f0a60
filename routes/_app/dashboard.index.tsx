import { createFileRoute } from '@tanstack/react-router'
import { ToOwnDashboardScreen } from '#features/accounts/web/ToOwnPageScreen.tsx'

export const Route = createFileRoute('/_app/dashboard/')({
  staticData: { access: 'any', title: 'Dashboard' },
  component: ToOwnDashboardScreen,
})
