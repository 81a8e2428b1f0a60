import { createFileRoute } from '@tanstack/react-router'
import { StudentDashboardScreen } from '#features/dashboards/web/StudentDashboardScreen.tsx'

export const Route = createFileRoute('/_app/student/dashboard')({
  staticData: { access: ['student'], title: 'Student dashboard' },
  component: StudentDashboardScreen,
})
