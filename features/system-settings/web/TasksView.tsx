import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { backgroundTasks } from '#core/background-tasks.ts'
import { formatNumber } from '#core/number-text.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { TaskState } from '../contract.ts'
import { systemSettings, useRunTask } from './queries.ts'
import { TaskProgress } from './TaskProgress.tsx'

/** Background tasks: when each ran, what failed, when it runs next, and a button to run it now. */
export function TasksView(): ReactNode {
  const query = useQuery({
    ...systemSettings.tasks.queryOptions(),
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: 10_000,
  })
  const runTask = useRunTask()
  const [started, setStarted] = useState<{ id: string; title: string }>()
  const { dialog, menuOf } = useActions(
    [
      {
        id: 'run',
        label: 'Run now',
        key: 'r',
        run: async ({ name }) => {
          const { task_id: id } = await runTask.mutateAsync({ task_name: name })
          setStarted({ id, title: backgroundTasks[name][0] })
        },
      },
    ] satisfies Action<TaskState>[],
    { nameOf: ({ name }) => backgroundTasks[name][0], idOf: ({ name }) => name },
  )
  return (
    <>
      {started && <TaskProgress key={started.id} taskId={started.id} title={started.title} />}
      <PageSection
        look="flush"
        title="Background tasks"
        description={
          <>
            Of the server that answered, since it started; where several servers run, each does its share.
            What people started is in <Link href="/admin/performance-monitor">the performance monitor</Link>{' '}
            and, when it failed, in <Link href="/settings?view=logs&source=job">the logs</Link>.
          </>
        }
      >
        <Loaded
          query={query}
          skeleton={<Skeletons shape="table" />}
          failedTitle="The background tasks couldn’t be loaded"
        >
          {({ tasks }) => (
            <DataTable
              label="Background tasks"
              rows={tasks.toSorted(byTitle)}
              columns={columns}
              rowKey={({ name }) => name}
              rowLabel={({ name }) => backgroundTasks[name][0]}
              rowActions={menuOf}
              empty={{ title: 'No background tasks', description: 'This server does no background work.' }}
            />
          )}
        </Loaded>
      </PageSection>
      {dialog}
    </>
  )
}

/** Tasks whose last run failed come first. */
const byTitle = (one: TaskState, other: TaskState): number =>
  Number(isFailing(other)) - Number(isFailing(one)) ||
  backgroundTasks[one.name][0].localeCompare(backgroundTasks[other.name][0])

const isFailing = ({ last_failed_at: failed, last_started_at: began }: TaskState): boolean =>
  failed !== null && began !== null && failed >= began

const msText = (ms: number): string =>
  ms < 1_000 ? `${formatNumber(ms)} ms` : `${formatNumber(ms / 1_000, 1)} s`
const everyText = (ms: number): string =>
  ms < 60_000 ? `${formatNumber(ms / 1_000)} s` : ms < 3_600_000 ? `${formatNumber(ms / 60_000)} min` : 'hour'

const columns: Column<TaskState>[] = [
  { key: 'task', title: 'Task', render: ({ name }) => backgroundTasks[name][0] },
  { key: 'what', title: 'What it does', phone: 'hide', render: ({ name }) => backgroundTasks[name][1] },
  {
    key: 'last',
    title: 'Last run',
    render: ({ last_started_at: at, last_ms: ms, is_running: isRunning }) =>
      at === null ? (
        'Not yet'
      ) : isRunning ? (
        'Running'
      ) : (
        <>
          <RelativeTime value={at} />, {msText(ms ?? 0)}
        </>
      ),
  },
  {
    key: 'next',
    title: 'Next run',
    phone: 'hide',
    render: ({ next_at: at, every_ms: every }) => (
      <>
        {at && Date.parse(at) - Date.now() >= 60_000 ? <RelativeTime value={at} /> : 'Within a minute'}, every{' '}
        {everyText(every)}
      </>
    ),
  },
  {
    key: 'failures',
    title: 'Failures',
    render: ({ failures, last_failure: why, last_failed_at: at }) =>
      at === null ? (
        'None'
      ) : (
        <>
          {formatNumber(failures)}, the last <RelativeTime value={at} />: {why}
        </>
      ),
  },
]
