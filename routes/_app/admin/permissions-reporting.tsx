import { createFileRoute } from '@tanstack/react-router'
import { PermissionsReportScreen } from '#features/permissions/web/PermissionsReportScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/permissions-reporting')({
  staticData: { access: [], title: 'Permissions report' },
  validateSearch: listSearch,
  component: PermissionsReportScreen,
})
