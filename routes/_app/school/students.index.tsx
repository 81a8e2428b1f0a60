import { createFileRoute } from '@tanstack/react-router'
import { SchoolPeopleScreen } from '#features/people/web/SchoolPeopleScreen.tsx'
import { choiceParam, definedParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/students/')({
  staticData: { access: ['school_admin'], title: 'People' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      q: textParam(search['q']),
      status: textParam(search['status']),
      role: textParam(search['role']),
      cohort: textParam(search['cohort']),
      program: textParam(search['program']),
      level: textParam(search['level']),
      release: textParam(search['release']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: SchoolPeopleScreen,
})
