import { createFileRoute } from '@tanstack/react-router'
import { CreateSiteScreen } from '#features/facilities/web/FacilityFormScreen.tsx'
import { definedParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/sites/create')({
  staticData: { access: ['facility_admin'], title: 'New site' },
  validateSearch: (search: Record<string, unknown>) => definedParams({ parent: idParam(search['parent']) }),
  component: CreateSiteScreen,
})
