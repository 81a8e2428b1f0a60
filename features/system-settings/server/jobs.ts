import { backgroundTasks, type BackgroundTask } from '#core/background-tasks.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { JobKind } from '#features/jobs/server/public.ts'
import { cleanUp } from '#platform/server/clean-up.ts'
import type { Pool } from '#platform/server/db.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { settingRefusals } from '../messages.ts'

type JobServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  tasks: Pick<TaskRegistry, 'run'>
}

/** Jobs that a superadmin starts by hand. Each does now what Placewell otherwise does automatically. */
export const systemJobs = ({ workerPool, tasks }: JobServices) => ({
  system_task: (async ({ input: { task_name: name } }) => {
    const [task] = backgroundTasks[name]
    return tasks
      .run(name)
      .catch((error: unknown) =>
        refuse(settingRefusals, refusal('task.failed', { task, why: (error as Error).message })),
      )
  }) satisfies JobKind<{ task_name: BackgroundTask }>,

  system_maintenance: (async ({ signal }) => ({
    deleted: await cleanUp({ workerPool }, { signal }),
  })) satisfies JobKind<object>,
})
