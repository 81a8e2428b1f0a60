import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'

export const Route = createFileRoute('/_app/proctor/profile')({
  staticData: { access: ['proctor'], title: 'My profile' },
  component: ProfileScreen,
})
