import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { startDue } from './commands/start-due.ts'

/** Checks every minute whose last day is over, and starts the job that closes the account. Returns a function that stops it. */
export function startDepartures(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'departures',
    everyMs: 60_000,
    failed: 'departures could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => startDue(tx), { deadlineMs: 10_000 })
    },
  })
}
