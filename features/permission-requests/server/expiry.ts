import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { expirePermissions } from './commands/expire-permissions.ts'

export type ExpiryServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  log: Log
}

/**
 * Ends permissions past their last day and reminds of due reviews, at start and then every minute; an expired permission is not valid
 * before that either. Several processes may run it. Returns how to stop it.
 */
export function startPermissionExpiry(
  services: ExpiryServices,
  { everyMs = 60_000 }: { everyMs?: number } = {},
): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'permission-expiry',
    everyMs,
    failed: 'permissions could not be ended',
    round: async () => {
      const ended = await withActor(services.workerPool, null, expirePermissions, { deadlineMs: 10_000 })
      if (ended > 0) services.log.info({ ended }, 'permissions past their last day were ended')
    },
  })
}
