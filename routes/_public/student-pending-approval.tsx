import { createFileRoute } from '@tanstack/react-router'
import { StudentPendingScreen } from '#features/accounts/web/PendingScreen.tsx'

export const Route = createFileRoute('/_public/student-pending-approval')({
  staticData: { access: 'public', title: 'Waiting for approval' },
  component: StudentPendingScreen,
})
