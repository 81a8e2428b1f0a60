import { createFileRoute } from '@tanstack/react-router'
import { ToOwnProfileScreen } from '#features/accounts/web/ToOwnPageScreen.tsx'

export const Route = createFileRoute('/_app/profile')({
  staticData: { access: 'any', title: 'My profile' },
  component: ToOwnProfileScreen,
})
