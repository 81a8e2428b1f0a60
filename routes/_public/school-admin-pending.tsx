import { createFileRoute } from '@tanstack/react-router'
import { SchoolAdminPendingScreen } from '#features/accounts/web/PendingScreen.tsx'

export const Route = createFileRoute('/_public/school-admin-pending')({
  staticData: { access: 'public', title: 'Waiting for approval' },
  component: SchoolAdminPendingScreen,
})
