import { createFileRoute } from '@tanstack/react-router'
import { PreceptorStudentsScreen } from '#features/capstone/web/PreceptorStudentsScreen.tsx'
import { choiceParam, knownParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/preceptor/students/')({
  staticData: { access: ['preceptor'], title: 'My Students' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ show: choiceParam(search['show'], ['current', 'done']), page: pageParam(search['page']) }),
  component: PreceptorStudentsScreen,
})
