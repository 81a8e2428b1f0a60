import { createFileRoute } from '@tanstack/react-router'
import { FacilityDashboardScreen } from '#features/dashboards/web/FacilityDashboardScreen.tsx'

export const Route = createFileRoute('/_app/facility/dashboard')({
  staticData: { access: ['facility_admin'], title: 'Facility dashboard' },
  component: FacilityDashboardScreen,
})
