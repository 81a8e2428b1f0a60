import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { proposeNoShows } from './commands/propose-no-shows.ts'

/** Looks every minute for students who did not come and for check-outs that are missing; any number of processes. Returns how to stop. */
export function startAttendanceWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startRounds(services, {
    name: 'attendance',
    everyMs: 60_000,
    failed: 'attendance could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => proposeNoShows(tx), { deadlineMs: 30_000 })
    },
  })
}
