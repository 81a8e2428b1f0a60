import type { JobKind } from '#features/jobs/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { deactivateByJob } from './commands/deactivate-by-job.ts'
import { finishDeparture } from './commands/finish-departure.ts'
import { startDue } from './commands/start-due.ts'
import type { HoldingCommands } from './holding-commands.ts'

/** The jobs that close accounts after the last day. */
export const departureJobs = (commands: HoldingCommands) => ({
  departure: finishDeparture(commands) as JobKind,
  deactivation: deactivateByJob(commands) as JobKind,
})

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
