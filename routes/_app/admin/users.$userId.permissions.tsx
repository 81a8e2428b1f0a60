import { createFileRoute } from '@tanstack/react-router'
import { PermissionsScreen } from '#features/permissions/web/PermissionsScreen.tsx'

export const Route = createFileRoute('/_app/admin/users/$userId/permissions')({
  staticData: { access: [], title: 'Permissions' },
  component: PermissionsScreen,
})
