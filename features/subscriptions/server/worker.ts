import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { appointOwners } from './commands/appoint-owners.ts'
import { beginMissingTrials } from './commands/begin-missing-trials.ts'
import { expirePeriods } from './commands/expire-periods.ts'
import { endTrials } from './commands/end-trials.ts'
import { expireOffers } from './commands/expire-offers.ts'
import type { Payments } from './payments.ts'
import { refreshUnread } from './refresh-subscription.ts'

export type BillingServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  payments: Payments | null
  log: Log
}

const steps: readonly ((tx: Tx) => Promise<number>)[] = [
  beginMissingTrials,
  appointOwners,
  endTrials,
  expirePeriods,
  expireOffers,
]

/**
 * Does what the calendar requires for subscriptions, at start and every 15 minutes: trials begin and end, billing owners are appointed,
 * offers expire. Reads each customer at the payment provider again once a day, in case an event was lost. Several processes may run it.
 * Returns how to stop it.
 */
export function startBillingWorker(
  services: BillingServices,
  { everyMs = 900_000 }: { everyMs?: number } = {},
): () => Promise<void> {
  const { workerPool, payments } = services
  return startBackgroundTask(services, {
    name: 'billing',
    everyMs,
    failed: 'the due work on subscriptions failed',
    round: async (stopping) => {
      for (const step of steps) await withActor(workerPool, null, step, { deadlineMs: 10_000 })
      if (payments) await refreshUnread({ workerPool, payments, log: services.log }, stopping)
    },
  })
}
