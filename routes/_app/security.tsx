import { createFileRoute } from '@tanstack/react-router'
import { SecurityScreen } from '#features/monitoring/web/SecurityScreen.tsx'

export const Route = createFileRoute('/_app/security')({
  staticData: { access: [], title: 'Security' },
  component: SecurityScreen,
})
