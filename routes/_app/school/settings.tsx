import { createFileRoute } from '@tanstack/react-router'
import { SchoolSemestersScreen } from '#features/semesters/web/SchoolSemestersScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/settings')({
  staticData: { access: ['school_admin'], title: 'Semesters' },
  validateSearch: listSearch,
  component: SchoolSemestersScreen,
})
