import { createFileRoute } from '@tanstack/react-router'
import { SchoolSemestersScreen } from '#features/semesters/web/SchoolSemestersScreen.tsx'
import { definedParams, idParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/settings')({
  staticData: { access: ['school_admin'], title: 'Semesters' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      state: textParam(search['state']),
      type: textParam(search['type']),
      semester: idParam(search['semester']),
    }),
  component: SchoolSemestersScreen,
})
