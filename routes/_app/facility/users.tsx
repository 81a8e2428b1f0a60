import { createFileRoute } from '@tanstack/react-router'
import { FacilityUsersScreen } from '#features/facility-team/web/FacilityUsersScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/users')({
  staticData: { access: ['facility_admin'], title: 'Users' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      q: textParam(search['q']),
      status: textParam(search['status']),
      role: textParam(search['role']),
      permission: textParam(search['permission']),
      place: idParam(search['place']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: FacilityUsersScreen,
})
