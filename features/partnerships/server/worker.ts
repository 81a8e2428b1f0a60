import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import type { CalendarEvent } from '../rules.ts'
import type { CancelShifts } from './commands/finish-ending.ts'
import { runDueStep } from './commands/run-due-step.ts'
import { listDue } from './queries/list-due.ts'

type Services = { workerPool: Pool; log: Log; cancelShifts: CancelShifts }

/**
 * Lets agreements expire and renew, and reminds both parties 120, 90, 60 and 30 days before. Runs at start and every hour, because the day
 * begins at different times in each time zone. Several processes may run it; no one is notified twice. Returns how to stop it.
 */
export function startPartnershipWorker(services: Services): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'agreements',
    everyMs: 3_600_000,
    failed: 'agreements could not be looked through',
    round: async (stopping) => {
      await runDuePartnershipWork(services, { stopping })
    },
  })
}

/**
 * Does what is due at an instant (ISO) or now, each partnership in a transaction of its own, so that one that fails keeps no other from its
 * turn; it is tried again in the next round. Returns what was done, in order.
 */
export async function runDuePartnershipWork(
  { workerPool, log, cancelShifts }: Services,
  { now, stopping }: { now?: string; stopping?: AbortSignal } = {},
): Promise<CalendarEvent[]> {
  const done: CalendarEvent[] = []
  for (const id of await withActor(workerPool, null, (tx) => listDue(tx, now))) {
    if (stopping?.aborted) break
    const step = await withActor(workerPool, null, (tx) => runDueStep(tx, id, now, cancelShifts), {
      deadlineMs: 10_000,
    }).catch((error: unknown) => {
      log.error({ err: error, partnership: id }, 'the calendar passed over a partnership')
      return null
    })
    if (step) done.push(step)
  }
  return done
}
