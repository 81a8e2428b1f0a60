import { createFileRoute } from '@tanstack/react-router'
import { CreateSiteScreen } from '#features/facilities/web/FacilityFormScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/sites/create')({
  staticData: { access: ['facility_admin'], title: 'New site' },
  validateSearch: (search: Record<string, unknown>) => knownParams({ parent: idParam(search['parent']) }),
  component: CreateSiteScreen,
})
