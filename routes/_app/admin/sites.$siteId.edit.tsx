import { createFileRoute } from '@tanstack/react-router'
import { EditSiteScreen } from '#features/facilities/web/FacilityFormScreen.tsx'

export const Route = createFileRoute('/_app/admin/sites/$siteId/edit')({
  staticData: { access: ['facility_admin'], title: 'Edit site' },
  component: EditSiteScreen,
})
