import { createFileRoute } from '@tanstack/react-router'
import { AdminComplianceScreen } from '#features/credential-types/web/AdminComplianceScreen.tsx'
import { definedParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/compliance/')({
  staticData: { access: [], title: 'Compliance' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ q: textParam(search['q']), status: textParam(search['status']) }),
  component: AdminComplianceScreen,
})
