import { createFileRoute } from '@tanstack/react-router'
import { PreceptorHomeScreen } from '#features/match-runs/web/PreceptorHomeScreen.tsx'

export const Route = createFileRoute('/_app/mentor/dashboard')({
  staticData: { access: ['preceptor'], title: 'Mentor Dashboard' },
  component: PreceptorHomeScreen,
})
