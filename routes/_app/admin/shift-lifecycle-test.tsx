import { createFileRoute } from '@tanstack/react-router'
import { LifecycleTestScreen } from '#features/shift-lifecycle/web/LifecycleTestScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/shift-lifecycle-test')({
  staticData: { access: [], title: 'Shift lifecycle test' },
  validateSearch: listSearch,
  component: LifecycleTestScreen,
})
