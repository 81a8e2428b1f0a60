import { createFileRoute } from '@tanstack/react-router'
import { SchoolsScreen } from '#features/schools/web/SchoolsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/schools/')({
  staticData: { access: [], title: 'Schools' },
  validateSearch: listSearch,
  component: SchoolsScreen,
})
