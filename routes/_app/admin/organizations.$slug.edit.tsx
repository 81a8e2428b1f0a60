import { createFileRoute } from '@tanstack/react-router'
import { EditOrganizationScreen } from '#features/facilities/web/FacilityFormScreen.tsx'

export const Route = createFileRoute('/_app/admin/organizations/$slug/edit')({
  staticData: { access: [], title: 'Edit organization' },
  component: EditOrganizationScreen,
})
