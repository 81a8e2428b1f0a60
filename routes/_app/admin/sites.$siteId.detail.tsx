import { createFileRoute } from '@tanstack/react-router'
import { SiteDetailScreen } from '#features/facilities/web/FacilityScreen.tsx'

export const Route = createFileRoute('/_app/admin/sites/$siteId/detail')({
  staticData: { access: ['facility_admin', 'school_admin'], title: 'Site' },
  component: SiteDetailScreen,
})
