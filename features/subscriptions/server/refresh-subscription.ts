import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import type { SubscriptionStatus } from '../contract.ts'
import { noteReading } from './commands/note-reading.ts'
import { storeReading } from './commands/store-reading.ts'
import { listUnread } from './queries/list-unread.ts'
import { readClock } from './queries/read-clock.ts'
import { type PaymentEvent, type Payments, PaymentsUnavailable } from './payments.ts'

export type PaymentServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  payments: Payments
}

/**
 * Reads a school's data at the payment provider and stores it. Events may arrive in any order: the latest reading counts, by the database’s
 * clock when reading began. Returns the status, or null for a customer of no school; throws PaymentsUnavailable.
 */
export async function refreshSubscription(
  { workerPool, payments }: PaymentServices,
  customer: string,
  event?: PaymentEvent,
): Promise<SubscriptionStatus | null> {
  const at = await withActor(workerPool, null, readClock)
  const facts = await payments.read(customer)
  return withActor(workerPool, null, (tx) => storeReading(tx, { customer, at, facts, event }))
}

/** Reads a batch of the customers again who were not read for a day. */
export async function refreshUnread(
  { log, ...services }: PaymentServices & { log: Log },
  stopping: AbortSignal,
): Promise<void> {
  const { workerPool } = services
  for (const customer of await withActor(workerPool, null, listUnread)) {
    if (stopping.aborted) return
    try {
      await refreshSubscription(services, customer)
    } catch (error) {
      log.error({ err: error, customer }, 'a subscription could not be read again')
      // One that the provider no longer knows must not keep the others from being read.
      if (!(error instanceof PaymentsUnavailable))
        await withActor(workerPool, null, async (tx) => noteReading(tx, customer, await readClock(tx)))
    }
  }
}
