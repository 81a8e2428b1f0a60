import { createFileRoute } from '@tanstack/react-router'
import { AllShiftsScreen } from '#features/shifts/web/AllShiftsScreen.tsx'
import { knownParams, pageParam, textParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/all-shifts')({
  staticData: { access: [], title: 'All shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      ...textParams(
        search,
        'q semester from to when state facility specialty instructor cohort school series needs mine sort dir view on span',
      ),
      page: pageParam(search['page']),
    }),
  component: AllShiftsScreen,
})
