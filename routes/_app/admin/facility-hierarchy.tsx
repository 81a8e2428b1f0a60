import { createFileRoute } from '@tanstack/react-router'
import { HierarchyScreen } from '#features/facilities/web/HierarchyScreen.tsx'
import { knownParams, idParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/facility-hierarchy')({
  staticData: { access: [], title: 'Facility hierarchy' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      q: textParam(search['q']),
      node: idParam(search['node']),
      archived: textParam(search['archived']),
    }),
  component: HierarchyScreen,
})
