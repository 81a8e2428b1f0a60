import { createFileRoute } from '@tanstack/react-router'
import { MessageStudentsScreen } from '#features/messages/web/MessageStudentsScreen.tsx'
import { OfferedSlotsScreen } from '#features/open-slots/web/OfferedSlotsScreen.tsx'
import { AdminShiftsScreen } from '#features/shifts/web/ShiftsScreen.tsx'
import { knownParams, pageParam, textParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/shifts')({
  staticData: { access: [], title: 'Shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      ...textParams(
        search,
        'q semester from to when state facility specialty instructor cohort school series needs mine sort dir view on span',
      ),
      page: pageParam(search['page']),
    }),
  component: () => (
    <AdminShiftsScreen Offered={OfferedSlotsScreen} MessageStudentsScreen={MessageStudentsScreen} />
  ),
})
