import { createFileRoute } from '@tanstack/react-router'
import { PermissionsReportScreen } from '#features/permissions/web/PermissionsReportScreen.tsx'
import { choiceParam, definedParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/permissions-reporting')({
  staticData: { access: [], title: 'Permissions report' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      permission: textParam(search['permission']),
      state: textParam(search['state']),
      source: textParam(search['source']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: PermissionsReportScreen,
})
