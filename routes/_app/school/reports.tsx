import { createFileRoute } from '@tanstack/react-router'
import { SchoolReportsScreen } from '#features/school-reports/web/SchoolReportsScreen.tsx'
import {
  choiceParam,
  knownParams,
  idParam,
  pageParam,
  semesterParam,
  textParam,
} from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/reports')({
  staticData: { access: ['school_admin'], title: 'Reports' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      view: choiceParam(search['view'], ['charts']),
      kind: textParam(search['kind']),
      semester: semesterParam(search['semester']),
      saved: idParam(search['saved']),
      page: pageParam(search['page']),
    }),
  component: SchoolReportsScreen,
})
