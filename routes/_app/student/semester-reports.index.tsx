import { createFileRoute } from '@tanstack/react-router'
import { StudentReportsScreen } from '#features/semester-reports/web/StudentReportsScreen.tsx'
import { knownParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/semester-reports/')({
  staticData: { access: ['student'], title: 'Semester reports' },
  validateSearch: (search: Record<string, unknown>) => knownParams({ page: pageParam(search['page']) }),
  component: StudentReportsScreen,
})
