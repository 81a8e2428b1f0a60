import { createFileRoute } from '@tanstack/react-router'
import { PreceptorHomeScreen } from '#features/match-runs/web/PreceptorHomeScreen.tsx'

export const Route = createFileRoute('/_app/preceptor/dashboard')({
  staticData: { access: ['preceptor'], title: 'Preceptor Dashboard' },
  component: PreceptorHomeScreen,
})
