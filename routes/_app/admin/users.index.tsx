import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/users/web/UsersScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/users/')({
  staticData: { access: [], title: 'Users' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      q: textParam(search['q']),
      role: textParam(search['role']),
      status: textParam(search['status']),
      verified: textParam(search['verified']),
      school: idParam(search['school']),
      facility: idParam(search['facility']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
      person: idParam(search['person']),
      within: textParam(search['within']),
    }),
  component: UsersScreen,
})
