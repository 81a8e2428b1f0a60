import { createFileRoute } from '@tanstack/react-router'
import { StudentProgressScreen } from '#features/assignments/web/StudentProgressScreen.tsx'
import { definedParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/progress')({
  staticData: { access: ['student'], title: 'Progress' },
  validateSearch: (search: Record<string, unknown>) => definedParams({ page: pageParam(search['page']) }),
  component: StudentProgressScreen,
})
