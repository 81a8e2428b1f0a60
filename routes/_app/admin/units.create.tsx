import { createFileRoute } from '@tanstack/react-router'
import { CreateUnitScreen } from '#features/facilities/web/FacilityFormScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/units/create')({
  staticData: { access: ['facility_admin'], title: 'New unit' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ parent: idParam(search['parent']), copy: idParam(search['copy']) }),
  component: CreateUnitScreen,
})
