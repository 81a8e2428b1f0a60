import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'

export const Route = createFileRoute('/_app/school/admin-profile')({
  staticData: { access: ['school_admin'], title: 'My profile' },
  component: ProfileScreen,
})
