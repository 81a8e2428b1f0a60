import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'

export const Route = createFileRoute('/_app/admin/profile')({
  staticData: { access: [], title: 'My profile' },
  component: ProfileScreen,
})
