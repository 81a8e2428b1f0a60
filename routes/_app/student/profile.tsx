import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'

export const Route = createFileRoute('/_app/student/profile')({
  staticData: { access: ['student'], title: 'My profile' },
  component: ProfileScreen,
})
