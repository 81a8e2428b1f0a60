import { createFileRoute } from '@tanstack/react-router'
import { PreceptorDashboardScreen } from '#features/capstone/web/PreceptorDashboardScreen.tsx'

export const Route = createFileRoute('/_app/preceptor/dashboard')({
  staticData: { access: ['preceptor'], title: 'Preceptor Dashboard' },
  component: PreceptorDashboardScreen,
})
