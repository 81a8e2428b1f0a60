import { createFileRoute } from '@tanstack/react-router'
import { SemestersScreen } from '#features/semesters/web/SemestersScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/semesters')({
  staticData: { access: [], title: 'Semesters' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      state: textParam(search['state']),
      type: textParam(search['type']),
      school: idParam(search['school']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
      semester: idParam(search['semester']),
    }),
  component: SemestersScreen,
})
