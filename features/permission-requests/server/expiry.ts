import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import * as requests from './sql.ts'

export type ExpiryServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  log: Log
}

/**
 * Ends permissions that are past their last day and reminds of reviews that are due, at the start and then every minute; what
 * has ended counts for nothing before that, too. Any number of processes may run it. Returns how to stop.
 */
export function startPermissionExpiry(
  { workerPool, log }: ExpiryServices,
  { everyMs = 60_000 }: { everyMs?: number } = {},
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let isStopping = false
  const round = async (): Promise<void> => {
    try {
      const ended = await withActor(workerPool, null, (tx) => requests.expire(tx), { deadlineMs: 10_000 })
      if (ended > 0) log.info({ ended }, 'permissions past their last day were ended')
    } catch (error) {
      if (!isStopping)
        log.warn({ err: (error as Error).message }, 'permissions could not be ended, trying again')
    }
    if (!isStopping)
      timer = setTimeout(() => {
        running = round()
      }, everyMs)
  }
  let running = round()
  return async () => {
    isStopping = true
    clearTimeout(timer)
    await running
  }
}
