import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsScreen } from '#features/facilities/web/OrganizationsScreen.tsx'
import { choiceParam, definedParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/organizations/')({
  staticData: { access: [], title: 'Organizations' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      state: textParam(search['state']),
      type: textParam(search['type']),
      status: textParam(search['status']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: OrganizationsScreen,
})
