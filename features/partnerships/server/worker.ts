import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import * as partnerships from './sql.ts'

/**
 * Lets agreements run out and renew, and tells both sides 120, 90, 60 and 30 days before: at the start and every hour, since
 * a day begins at another hour in each zone. Any number of processes may run it; nobody is told twice. Returns how to stop.
 */
export function startPartnershipWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startRounds(services, {
    everyMs: 3_600_000,
    failed: 'agreements could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => partnerships.work(tx, undefined), {
        deadlineMs: 10_000,
      })
    },
  })
}
