import { createFileRoute } from '@tanstack/react-router'
import { FacilityPreceptorsScreen } from '#features/capstone/web/FacilityPreceptorsScreen.tsx'

export const Route = createFileRoute('/_app/facility/preceptors/')({
  staticData: { access: ['facility_admin'], title: 'Preceptors' },
  component: FacilityPreceptorsScreen,
})
