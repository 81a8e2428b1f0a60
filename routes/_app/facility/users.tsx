import { createFileRoute } from '@tanstack/react-router'
import { FacilityUsersScreen } from '#features/facility-team/web/FacilityUsersScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/facility/users')({
  staticData: { access: ['facility_admin'], title: 'Users' },
  validateSearch: listSearch,
  component: FacilityUsersScreen,
})
