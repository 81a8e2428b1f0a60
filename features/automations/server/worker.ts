import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { failAbandonedRuns, startDue } from './commands/start-due.ts'

/** Starts due rules, checking every five minutes; safe in any number of processes. Returns a function that stops it. */
export function startAutomations(services: {
  workerPool: Pool
  log: Log
  tasks?: TaskRegistry
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'automation',
    everyMs: 5 * 60_000,
    firstMs: 60_000,
    failed: 'rules could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, failAbandonedRuns, { deadlineMs: 30_000 })
      await withActor(services.workerPool, null, (tx) => startDue(tx), { deadlineMs: 30_000 })
    },
  })
}
