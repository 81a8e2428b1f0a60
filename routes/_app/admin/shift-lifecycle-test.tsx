import { createFileRoute } from '@tanstack/react-router'
import { LifecycleTestScreen } from '#features/shift-lifecycle/web/LifecycleTestScreen.tsx'
import { definedParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/shift-lifecycle-test')({
  staticData: { access: [], title: 'Shift lifecycle test' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      side: textParam(search['side']),
      state: textParam(search['state']),
      page: pageParam(search['page']),
    }),
  component: LifecycleTestScreen,
})
