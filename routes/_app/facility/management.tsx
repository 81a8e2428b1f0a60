import { createFileRoute } from '@tanstack/react-router'
import { FacilityManagementScreen } from '#features/facility-team/web/FacilityManagementScreen.tsx'
import { choiceParam, knownParams, idParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/management')({
  staticData: { access: ['facility_admin'], title: 'Management' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      q: textParam(search['q']),
      partnership: idParam(search['partnership']),
      close: textParam(search['close']),
      group: choiceParam(search['group'], ['open', 'force', 'over']),
    }),
  component: FacilityManagementScreen,
})
