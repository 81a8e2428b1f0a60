import { createFileRoute } from '@tanstack/react-router'
import { UnitDetailScreen } from '#features/facilities/web/FacilityScreen.tsx'

export const Route = createFileRoute('/_app/admin/units/$unitId/detail')({
  staticData: { access: ['facility_admin', 'school_admin'], title: 'Unit' },
  component: UnitDetailScreen,
})
