import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { runDueCapstoneWork } from './commands/run-due-capstone-work.ts'

/**
 * Asks preceptors for the hours of past days and ends what no one answered, every
 * minute; safe in any number of processes. Returns a function that stops it.
 */
export function startCapstoneWorker(services: {
  workerPool: Pool
  log: Log
  config: Pick<Config, 'appUrl'>
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'capstone',
    everyMs: 60_000,
    failed: 'capstone projects could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => runDueCapstoneWork(tx, services.config.appUrl), {
        deadlineMs: 30_000,
      })
    },
  })
}
