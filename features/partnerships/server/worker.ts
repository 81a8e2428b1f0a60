import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import type { CancelShifts } from './commands/finish-ending.ts'
import { runDuePartnershipWork } from './commands/run-due-partnership-work.ts'

/**
 * Lets agreements expire and renew, and reminds both parties 120, 90, 60 and 30 days before. Runs at start and every hour, because the day
 * begins at different times in each time zone. Several processes may run it; no one is notified twice. Returns how to stop it.
 */
export function startPartnershipWorker(services: {
  workerPool: Pool
  log: Log
  cancelShifts: CancelShifts
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'agreements',
    everyMs: 3_600_000,
    failed: 'agreements could not be looked through',
    round: async () => {
      await withActor(
        services.workerPool,
        null,
        (tx) => runDuePartnershipWork(tx, undefined, services.cancelShifts),
        {
          deadlineMs: 10_000,
        },
      )
    },
  })
}
