import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import * as partnerships from './sql.ts'

const HOUR_MS = 3_600_000

/**
 * Lets agreements run out and renew, and tells both sides 120, 90, 60 and 30 days before: at the start and every hour, since
 * a day begins at another hour in each zone. Any number of processes may run it; nobody is told twice. Returns how to stop.
 */
export function startPartnershipWorker(
  { workerPool, log }: { workerPool: Pool; log: Log },
  { everyMs = HOUR_MS, now }: { everyMs?: number; now?: () => string } = {},
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  async function round(): Promise<void> {
    try {
      await withActor(workerPool, null, (tx) => partnerships.work(tx, now?.()), { deadlineMs: 10_000 })
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'agreements could not be looked through, trying again')
    }
  }
  const start = () => {
    running = running.then(round)
  }
  start()
  const timer = setInterval(start, everyMs)
  return async () => {
    clearInterval(timer)
    await running
  }
}
