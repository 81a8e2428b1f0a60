import { createFileRoute } from '@tanstack/react-router'
import { SchoolPartnershipsScreen } from '#features/partnerships/web/SchoolPartnershipsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/partnerships')({
  staticData: { access: ['school_admin'], title: 'Partnerships' },
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
  component: SchoolPartnershipsScreen,
})
