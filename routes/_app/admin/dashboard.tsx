import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboardScreen } from '#features/dashboards/web/AdminDashboardScreen.tsx'

export const Route = createFileRoute('/_app/admin/dashboard')({
  staticData: { access: [], title: 'Admin dashboard' },
  component: AdminDashboardScreen,
})
