import { createFileRoute } from '@tanstack/react-router'
import { SchoolDashboardScreen } from '#features/dashboards/web/SchoolDashboardScreen.tsx'

export const Route = createFileRoute('/_app/school/dashboard')({
  staticData: { access: ['school_admin'], title: 'School dashboard' },
  component: SchoolDashboardScreen,
})
