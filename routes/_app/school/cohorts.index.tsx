import { createFileRoute } from '@tanstack/react-router'
import { CohortsScreen } from '#features/cohorts/web/CohortsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/cohorts/')({
  staticData: { access: ['school_admin'], title: 'Cohorts' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      state: textParam(search['state']),
      program: idParam(search['program']),
      level: textParam(search['level']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: CohortsScreen,
})
