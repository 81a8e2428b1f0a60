import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import * as shifts from './sql.ts'

/**
 * Lets time work on shifts: they begin, end, expire and are published; offers run out, fair rounds are decided, and those
 * concerned are reminded. At the start and every minute, by any number of processes. Returns how to stop.
 */
export function startShiftWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startRounds(services, {
    everyMs: 60_000,
    failed: 'shifts could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => shifts.work(tx), { deadlineMs: 30_000 })
    },
  })
}
