import { createFileRoute } from '@tanstack/react-router'
import { SchoolsScreen } from '#features/schools/web/SchoolsScreen.tsx'
import { choiceParam, definedParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/schools/')({
  staticData: { access: [], title: 'Schools' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      q: textParam(search['q']),
      state: textParam(search['state']),
      active: textParam(search['active']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: SchoolsScreen,
})
