import { createFileRoute } from '@tanstack/react-router'
import { SchoolPartnershipsScreen } from '#features/partnerships/web/SchoolPartnershipsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/partnerships')({
  staticData: { access: ['school_admin'], title: 'Partnerships' },
  validateSearch: listSearch,
  component: SchoolPartnershipsScreen,
})
