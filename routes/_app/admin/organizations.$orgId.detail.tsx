import { createFileRoute } from '@tanstack/react-router'
import { OrganizationDetailScreen } from '#features/facilities/web/FacilityScreen.tsx'

export const Route = createFileRoute('/_app/admin/organizations/$orgId/detail')({
  staticData: { access: ['facility_admin', 'school_admin'], title: 'Organization' },
  component: OrganizationDetailScreen,
})
