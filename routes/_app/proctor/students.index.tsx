import { createFileRoute } from '@tanstack/react-router'
import { ProctorStudentsScreen } from '#features/assignments/web/ProctorStudentsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/proctor/students/')({
  staticData: { access: ['proctor'], title: 'Students' },
  validateSearch: listSearch,
  component: ProctorStudentsScreen,
})
