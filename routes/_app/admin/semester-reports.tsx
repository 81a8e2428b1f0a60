import { createFileRoute } from '@tanstack/react-router'
import { SemesterReportsScreen } from '#features/semester-reports/web/SemesterReportsScreen.tsx'
import {
  choiceParam,
  knownParams,
  idParam,
  pageParam,
  semesterParam,
  textParam,
} from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/semester-reports')({
  staticData: { access: ['school_admin'], title: 'Semester reports' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      semester: semesterParam(search['semester']),
      q: textParam(search['q']),
      cohort: idParam(search['cohort']),
      show: choiceParam(search['show'], ['missing', 'none', 'working', 'published', 'withheld']),
      page: pageParam(search['page']),
    }),
  component: SemesterReportsScreen,
})
