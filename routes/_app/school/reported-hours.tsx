import { createFileRoute } from '@tanstack/react-router'
import { SchoolHoursRequestsScreen } from '#features/hours-requests/web/SchoolHoursRequestsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/reported-hours')({
  staticData: { access: ['school_admin'], title: 'Reported hours' },
  validateSearch: listSearch,
  component: SchoolHoursRequestsScreen,
})
