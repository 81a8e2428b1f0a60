import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { proposeNoShows } from './commands/propose-no-shows.ts'

/**
 * Checks every minute for students who did not come and for missing check-outs; safe
 * in any number of processes. Returns a function that stops it.
 */
export function startAttendanceWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'attendance',
    everyMs: 60_000,
    failed: 'attendance could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => proposeNoShows(tx), { deadlineMs: 30_000 })
    },
  })
}
