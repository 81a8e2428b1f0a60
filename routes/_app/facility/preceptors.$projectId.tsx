import { createFileRoute } from '@tanstack/react-router'
import { FacilityProjectScreen } from '#features/capstone/web/FacilityPreceptorsScreen.tsx'

export const Route = createFileRoute('/_app/facility/preceptors/$projectId')({
  staticData: { access: ['facility_admin'], title: 'Capstone project' },
  component: FacilityProjectScreen,
})
