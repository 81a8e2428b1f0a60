import { createFileRoute } from '@tanstack/react-router'
import { CreateOrganizationScreen } from '#features/facilities/web/FacilityFormScreen.tsx'

export const Route = createFileRoute('/_app/admin/organizations/create')({
  staticData: { access: [], title: 'New organization' },
  component: CreateOrganizationScreen,
})
