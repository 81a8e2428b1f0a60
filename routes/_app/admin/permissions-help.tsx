import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '#platform/web/kit/list-search.ts'
import { PermissionsHelpScreen } from '#features/permissions/web/PermissionsHelpScreen.tsx'

export const Route = createFileRoute('/_app/admin/permissions-help')({
  staticData: { access: 'any', title: 'Permissions guide' },
  validateSearch: listSearch,
  component: PermissionsHelpScreen,
})
