import { createFileRoute } from '@tanstack/react-router'
import { ShiftReportsScreen } from '#features/shift-reports/web/ShiftReportsScreen.tsx'
import { choiceParam, knownParams, pageParam, semesterParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/shift-reports')({
  staticData: { access: ['proctor'], title: 'Shift reports' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      show: choiceParam(search['show'], ['submitted', 'accepted']),
      page: pageParam(search['page']),
      shift: textParam(search['shift']),
      semester: semesterParam(search['semester']),
    }),
  component: ShiftReportsScreen,
})
