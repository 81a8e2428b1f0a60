import { createFileRoute } from '@tanstack/react-router'
import { FacilityProjectScreen } from '#features/capstone/web/OneProjectScreen.tsx'

export const Route = createFileRoute('/_app/facility/preceptors/$projectId')({
  staticData: { access: ['facility_admin'], title: 'Capstone project' },
  component: FacilityProjectScreen,
})
