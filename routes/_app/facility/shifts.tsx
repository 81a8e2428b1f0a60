import { createFileRoute } from '@tanstack/react-router'
import { FacilityShiftsScreen } from '#features/shift-approvals/web/FacilityShiftsScreen.tsx'
import { choiceParam, knownParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/shifts')({
  staticData: { access: ['facility_admin'], title: 'Shifts' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      view: textParam(search['view']),
      on: textParam(search['on']),
      facility: idParam(search['facility']),
      school: idParam(search['school']),
      state: textParam(search['state']),
      specialty: textParam(search['specialty']),
      shift: idParam(search['shift']),
      sort: textParam(search['sort']),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: FacilityShiftsScreen,
})
