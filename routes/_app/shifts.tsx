import { createFileRoute } from '@tanstack/react-router'
import { MessageStudentsScreen } from '#features/messages/web/MessageStudentsScreen.tsx'
import { OfferedSlotsScreen } from '#features/open-slots/web/OfferedSlotsScreen.tsx'
import { ShiftsScreen } from '#features/shifts/web/ShiftsScreen.tsx'
import { knownParams, pageParam, textParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/shifts')({
  staticData: { access: 'any', title: 'Shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      ...textParams(
        search,
        'q semester from to when state facility specialty instructor cohort school series needs mine sort dir view on span plan',
      ),
      page: pageParam(search['page']),
    }),
  component: () => (
    <ShiftsScreen Offered={OfferedSlotsScreen} MessageStudentsScreen={MessageStudentsScreen} />
  ),
})
