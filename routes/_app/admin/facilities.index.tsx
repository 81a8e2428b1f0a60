import { createFileRoute } from '@tanstack/react-router'
import { LegacyFacilitiesScreen } from '#features/facilities/web/LegacyFacilityScreen.tsx'

export const Route = createFileRoute('/_app/admin/facilities/')({
  staticData: { access: [], title: 'Facilities' },
  component: LegacyFacilitiesScreen,
})
