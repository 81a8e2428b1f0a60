import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { sendDueNotices } from './commands/send-due-notices.ts'

/** Notifies students every minute that a wishlist has opened or closes soon; several processes may run it. Returns how to stop it. */
export function startWishlistNotices(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'wishlist-notices',
    everyMs: 60_000,
    failed: 'notices of wishlists could not be sent',
    round: async () => {
      await withActor(services.workerPool, null, sendDueNotices, { deadlineMs: 30_000 })
    },
  })
}
