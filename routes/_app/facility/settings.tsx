import { createFileRoute } from '@tanstack/react-router'
import { FacilitySettingsScreen } from '#features/facility-team/web/FacilitySettingsScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/settings')({
  staticData: { access: ['facility_admin'], title: 'Settings' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ organization: idParam(search['organization']) }),
  component: FacilitySettingsScreen,
})
