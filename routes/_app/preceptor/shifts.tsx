import { createFileRoute } from '@tanstack/react-router'
import { PreceptorShiftsScreen } from '#features/shifts/web/PreceptorShiftsScreen.tsx'
import { choiceParam, definedParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/preceptor/shifts')({
  staticData: { access: ['preceptor'], title: 'My shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ show: choiceParam(search['show'], ['coming', 'past']), page: pageParam(search['page']) }),
  component: PreceptorShiftsScreen,
})
