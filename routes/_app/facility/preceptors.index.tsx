import { createFileRoute } from '@tanstack/react-router'
import { FacilityPreceptorsScreen } from '#features/capstone/web/FacilityPreceptorsScreen.tsx'
import { knownParams, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/preceptors/')({
  staticData: { access: ['facility_admin'], title: 'Preceptors' },
  validateSearch: (search: Record<string, unknown>) => knownParams({ page: pageParam(search['page']) }),
  component: FacilityPreceptorsScreen,
})
