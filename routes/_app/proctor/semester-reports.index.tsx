import { createFileRoute } from '@tanstack/react-router'
import { ProctorReportsScreen } from '#features/semester-reports/web/ProctorReportsScreen.tsx'
import { choiceParam, knownParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/semester-reports/')({
  staticData: { access: ['proctor', 'school_admin'], title: 'Semester reports' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      show: choiceParam(search['show'], ['to_do', 'published']),
      page: pageParam(search['page']),
    }),
  component: ProctorReportsScreen,
})
