import { createFileRoute } from '@tanstack/react-router'
import { PreceptorDashboardScreen } from '#features/capstone/web/PreceptorDashboardScreen.tsx'

export const Route = createFileRoute('/_app/mentor/dashboard')({
  staticData: { access: ['preceptor'], title: 'Mentor Dashboard' },
  component: PreceptorDashboardScreen,
})
