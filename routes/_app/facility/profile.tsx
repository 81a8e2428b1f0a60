import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'

export const Route = createFileRoute('/_app/facility/profile')({
  staticData: { access: ['facility_admin'], title: 'My profile' },
  component: ProfileScreen,
})
