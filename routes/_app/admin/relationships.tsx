import { createFileRoute } from '@tanstack/react-router'
import { RelationshipsScreen } from '#features/partnerships/web/RelationshipsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/relationships')({
  staticData: { access: [], title: 'Relationships' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      state: textParam(search['state']),
      show: textParam(search['show']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
      partnership: idParam(search['partnership']),
    }),
  component: RelationshipsScreen,
})
