import { createFileRoute } from '@tanstack/react-router'
import { PermissionRequestsScreen } from '#features/permission-requests/web/PermissionRequestsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/permission-requests')({
  staticData: { access: ['facility_admin'], title: 'Permission requests' },
  validateSearch: listSearch,
  component: PermissionRequestsScreen,
})
