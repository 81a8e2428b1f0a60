import { createFileRoute } from '@tanstack/react-router'
import { ComplianceStudentsScreen } from '#features/credentials/web/ComplianceStudentsScreen.tsx'
import { definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/compliance/students/')({
  staticData: { access: ['school_admin'], title: 'Student compliance' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      status: textParam(search['status']),
      type: idParam(search['type']),
      page: pageParam(search['page']),
    }),
  component: ComplianceStudentsScreen,
})
