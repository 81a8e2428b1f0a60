import { createFileRoute } from '@tanstack/react-router'
import { SecurityScreen } from '#features/public-pages/web/SecurityScreen.tsx'

export const Route = createFileRoute('/_site/security-and-privacy')({
  staticData: { access: 'public', title: 'Security and privacy' },
  component: SecurityScreen,
})
