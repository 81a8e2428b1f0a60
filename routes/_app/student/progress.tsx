import { createFileRoute } from '@tanstack/react-router'
import { MyProgressScreen } from '#features/hours/web/MyProgressScreen.tsx'
import { definedParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/progress')({
  staticData: { access: ['student'], title: 'Progress' },
  validateSearch: (search: Record<string, unknown>) => definedParams({ page: pageParam(search['page']) }),
  component: MyProgressScreen,
})
