import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { Page } from '#ui/Page.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { ConfigView } from './ConfigView.tsx'

const TasksView = lazy(() => import('./TasksView.tsx').then((file) => ({ default: file.TasksView })))
const MaintenanceView = lazy(() =>
  import('./MaintenanceView.tsx').then((file) => ({ default: file.MaintenanceView })),
)
const LogsView = lazy(() => import('./LogsView.tsx').then((file) => ({ default: file.LogsView })))

const views = [
  { value: 'config', label: 'Configuration' },
  { value: 'tasks', label: 'Background tasks' },
  { value: 'maintenance', label: 'Maintenance' },
  { value: 'logs', label: 'Logs' },
] as const
const known = {
  view: (value: unknown) =>
    choiceParam(
      value,
      views.map((view) => view.value),
    ),
}

/** The installation: its settings, background tasks, database maintenance, and failures (Spec §2, §7). */
export function SettingsScreen(): ReactNode {
  const [{ view = 'config' }] = useSearchParams(known)
  const setSearch = useSetSearch()
  return (
    <Page
      title="Settings"
      description="The whole installation, on every server"
      width="wide"
      toolbar={
        <SegmentedFilter
          label="View"
          value={view}
          options={views}
          onChange={(next) => setSearch({ view: next === 'config' ? undefined : next }, false)}
        />
      }
    >
      <Suspense fallback={<Skeletons shape="table" />}>
        {view === 'config' && <ConfigView />}
        {view === 'tasks' && <TasksView />}
        {view === 'maintenance' && <MaintenanceView />}
        {view === 'logs' && <LogsView />}
      </Suspense>
    </Page>
  )
}
