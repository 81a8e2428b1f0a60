import { createFileRoute } from '@tanstack/react-router'
import { SemestersScreen } from '#features/semesters/web/SemestersScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/semesters')({
  staticData: { access: [], title: 'Semesters' },
  validateSearch: listSearch,
  component: SemestersScreen,
})
