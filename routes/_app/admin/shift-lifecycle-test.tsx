import { createFileRoute } from '@tanstack/react-router'
import { LifecycleTestScreen } from '#features/shifts/web/lifecycle/LifecycleTestScreen.tsx'
import { lifecycleTestSearch } from '#features/shifts/web/lifecycle/test-search.ts'

export const Route = createFileRoute('/_app/admin/shift-lifecycle-test')({
  staticData: { access: [], title: 'Shift lifecycle test' },
  validateSearch: lifecycleTestSearch,
  component: LifecycleTestScreen,
})
