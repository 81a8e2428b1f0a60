import { createFileRoute } from '@tanstack/react-router'
import { PermissionRequestsScreen } from '#features/permission-requests/web/PermissionRequestsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/permission-requests')({
  staticData: { access: ['facility_admin'], title: 'Permission requests' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      status: textParam(search['status']),
      permission: textParam(search['permission']),
      q: textParam(search['q']),
      page: pageParam(search['page']),
      request: idParam(search['request']),
      ask: choiceParam(search['ask'], ['me']),
    }),
  component: PermissionRequestsScreen,
})
