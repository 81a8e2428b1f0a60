import { createFileRoute } from '@tanstack/react-router'
import { SchoolReportsScreen } from '#features/shift-reports/web/SchoolReportsScreen.tsx'
import { choiceParam, knownParams, idParam, pageParam, semesterParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/shift-reports')({
  staticData: { access: ['school_admin'], title: 'Shift reports' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      show: choiceParam(search['show'], ['submitted', 'overdue', 'open', 'accepted', 'incidents']),
      proctor: idParam(search['proctor']),
      page: pageParam(search['page']),
      semester: semesterParam(search['semester']),
    }),
  component: SchoolReportsScreen,
})
