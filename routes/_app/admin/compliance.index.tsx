import { createFileRoute } from '@tanstack/react-router'
import { AdminComplianceScreen } from '#features/credential-types/web/AdminComplianceScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/compliance/')({
  staticData: { access: [], title: 'Compliance' },
  validateSearch: listSearch,
  component: AdminComplianceScreen,
})
