import { createFileRoute } from '@tanstack/react-router'
import { ProctorDashboardScreen } from '#features/dashboards/web/ProctorDashboardScreen.tsx'

export const Route = createFileRoute('/_app/proctor/dashboard')({
  staticData: { access: ['proctor'], title: 'Proctor dashboard' },
  component: ProctorDashboardScreen,
})
