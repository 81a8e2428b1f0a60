import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import * as shifts from './sql.ts'

const MINUTE_MS = 60_000

/**
 * Lets time work on shifts: they begin, end, expire and are published; offers run out, fair rounds are decided, and those
 * concerned are reminded. At the start and every minute, by any number of processes. Returns how to stop.
 */
export function startShiftWorker(
  { workerPool, log }: { workerPool: Pool; log: Log },
  { everyMs = MINUTE_MS, now }: { everyMs?: number; now?: () => string } = {},
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  async function round(): Promise<void> {
    try {
      await withActor(workerPool, null, (tx) => shifts.work(tx, now?.()), { deadlineMs: 30_000 })
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'shifts could not be looked through, trying again')
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
