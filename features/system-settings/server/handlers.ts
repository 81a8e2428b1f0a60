import { implement, ORPCError } from '@orpc/server'
import { backgroundTasks } from '#core/background-tasks.ts'
import { startJob } from '#features/jobs/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { countExpired } from '#platform/server/clean-up.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import type { SystemSettingsReader } from '#platform/server/system-settings.ts'
import { withConflictDetails } from '#platform/server/version-conflict.ts'
import { MAX_LOG_ENTRIES, systemSettingsContract } from '../contract.ts'
import { changesIn, MAX_EXPIRED, fittingEntries } from '../rules.ts'
import { changeSettings } from './commands/change-settings.ts'
import { environmentFacts } from './environment.ts'
import { taskFailures } from './task-failures.ts'
import { limitCalls } from './limit-calls.ts'
import { explainConflict } from './queries/explain-conflict.ts'
import { findTask } from './queries/find-task.ts'
import { listFailedEmails, listFailedJobs } from './queries/list-failures.ts'
import { listSettings, listVersions } from './queries/list-settings.ts'
import { listTables } from './queries/read-maintenance.ts'

export type SystemSettingServices = {
  config: Config
  settings: Pick<SystemSettingsReader, 'defaults'>
  /** Logged in as app_worker, because no person's login may read emails and expired rows. */
  workerPool: Pool
  tasks: Pick<TaskRegistry, 'list'>
}

export function systemSettingHandlers({ config, settings, workerPool, tasks }: SystemSettingServices) {
  const api = implement(systemSettingsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  const limit = (context: ActorContext, kind: 'tasks' | 'standard') =>
    limitCalls(workerPool, context.me().userId, kind)
  const start = async (
    context: ActorContext,
    task: {
      id: string | undefined
      kind: 'system_task' | 'system_maintenance'
      title: string
      task_name: string
    },
  ) => {
    await limit(context, 'tasks')
    const { id = crypto.randomUUID(), kind, title, task_name } = task
    const { job_id } = await context.act((tx) => startJob(tx, { id, kind, title, input: { task_name } }))
    return { task_id: job_id }
  }

  return api.router({
    getConfig: api.getConfig.handler(async ({ context }) => {
      await limit(context, 'standard')
      return {
        settings: await context.act((tx) => listSettings(tx, settings.defaults)),
        environment: environmentFacts(config),
      }
    }),

    updateConfig: api.updateConfig.handler(async ({ input, context }) => {
      await limit(context, 'tasks')
      const asked = changesIn(input.config)
      return withConflictDetails(
        () =>
          context.act(async (tx) => {
            await changeSettings(tx, context.me().userId, asked, new Date().toISOString())
            return { settings: await listSettings(tx, settings.defaults) }
          }),
        () => context.act((tx) => explainConflict(tx, asked, settings.defaults)),
      )
    }),

    history: api.history.handler(({ input, context }) => context.act((tx) => listVersions(tx, input.key))),

    tasks: api.tasks.handler(() => ({ tasks: tasks.list() })),

    runTask: api.runTask.handler(({ input: { task_name, task_data }, context }) =>
      start(context, {
        id: task_data?.task_id,
        kind: 'system_task',
        title: `Run now: ${backgroundTasks[task_name][0]}`,
        task_name,
      }),
    ),

    taskStatus: api.taskStatus.handler(async ({ input, context }) => {
      await limit(context, 'standard')
      const found = await context.act((tx) => findTask(tx, input.task_id))
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that task.' })
      return found
    }),

    maintenance: api.maintenance.handler(async ({ context }) => ({
      expired: await countExpired({ workerPool }, MAX_EXPIRED),
      tables: await context.act(listTables),
    })),

    runMaintenance: api.runMaintenance.handler(({ input, context }) =>
      start(context, {
        id: input?.task_id,
        kind: 'system_maintenance',
        title: 'Database maintenance',
        task_name: 'database-maintenance',
      }),
    ),

    getLogs: api.getLogs.handler(async ({ input, context }) => {
      await limit(context, 'standard')
      const [jobs, emails] = await Promise.all([
        context.act(listFailedJobs),
        withActor(workerPool, null, listFailedEmails, { readOnly: true }),
      ])
      const entries = fittingEntries(
        [...jobs, ...emails, ...taskFailures(tasks.list())],
        input.options ?? {},
        new Date().toISOString(),
      )
      return { entries: entries.slice(0, MAX_LOG_ENTRIES), has_more: entries.length > MAX_LOG_ENTRIES }
    }),
  })
}
