import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { expireSlots } from './commands/expire-slots.ts'

/** Lets past open slots expire, at the start and every minute; any number of processes may run it. Returns a function that stops it. */
export function startSlotWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'open-slots',
    everyMs: 60_000,
    failed: 'open slots could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => expireSlots(tx), { deadlineMs: 10_000 })
    },
  })
}
