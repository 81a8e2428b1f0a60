import { createFileRoute } from '@tanstack/react-router'
import { LifecycleDemoScreen } from '#features/shift-lifecycle/web/LifecycleDemoScreen.tsx'
import { knownParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/shift-lifecycle-demo')({
  staticData: { access: [], title: 'Shift lifecycle' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ walk: typeof search['walk'] === 'string' ? search['walk'].slice(0, 800) : undefined }),
  component: LifecycleDemoScreen,
})
