import { createFileRoute } from '@tanstack/react-router'
import { PreceptorShiftsScreen } from '#features/shifts/web/PreceptorShiftsScreen.tsx'
import { choiceParam, knownParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/preceptor/shifts')({
  staticData: { access: ['preceptor'], title: 'My shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ show: choiceParam(search['show'], ['coming', 'past']), page: pageParam(search['page']) }),
  component: PreceptorShiftsScreen,
})
