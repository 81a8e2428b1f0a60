import { createFileRoute } from '@tanstack/react-router'
import { EditUnitScreen } from '#features/facilities/web/FacilityFormScreen.tsx'

export const Route = createFileRoute('/_app/admin/units/$unitId/edit')({
  staticData: { access: ['facility_admin'], title: 'Edit unit' },
  component: EditUnitScreen,
})
