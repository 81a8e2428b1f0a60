import { createFileRoute } from '@tanstack/react-router'
import { LegacyFacilityScreen } from '#features/facilities/web/LegacyFacilityScreen.tsx'

export const Route = createFileRoute('/_app/admin/facilities/$facilityId')({
  staticData: { access: [], title: 'Facility' },
  component: LegacyFacilityScreen,
})
