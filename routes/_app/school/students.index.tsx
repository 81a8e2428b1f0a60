import { createFileRoute } from '@tanstack/react-router'
import { SchoolPeopleScreen } from '#features/people/web/SchoolPeopleScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/students/')({
  staticData: { access: ['school_admin'], title: 'People' },
  validateSearch: listSearch,
  component: SchoolPeopleScreen,
})
