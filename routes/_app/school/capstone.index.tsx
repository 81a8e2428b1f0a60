import { createFileRoute } from '@tanstack/react-router'
import { SchoolCapstoneScreen } from '#features/capstone/web/ProjectListScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/capstone/')({
  staticData: { access: ['school_admin'], title: 'Capstone' },
  validateSearch: listSearch,
  component: SchoolCapstoneScreen,
})
