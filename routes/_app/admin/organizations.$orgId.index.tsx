import { createFileRoute } from '@tanstack/react-router'
import { OrganizationScreen } from '#features/facilities/web/OrganizationScreen.tsx'
import { knownParams, idParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/organizations/$orgId/')({
  staticData: { access: [], title: 'Organization' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      q: textParam(search['q']),
      node: idParam(search['node']),
      archived: textParam(search['archived']),
    }),
  component: OrganizationScreen,
})
