import { createFileRoute } from '@tanstack/react-router'
import { PermissionsSystemScreen } from '#features/permissions/web/PermissionsSystemScreen.tsx'

export const Route = createFileRoute('/_app/admin/permissions-system')({
  staticData: { access: [], title: 'Permission system' },
  component: PermissionsSystemScreen,
})
