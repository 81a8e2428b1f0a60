import { createFileRoute } from '@tanstack/react-router'
import { ProctorCapstoneScreen } from '#features/capstone/web/ProjectListScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/proctor/capstone/')({
  staticData: { access: ['proctor'], title: 'Capstone' },
  validateSearch: listSearch,
  component: ProctorCapstoneScreen,
})
