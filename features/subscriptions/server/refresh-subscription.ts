import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { SubscriptionStatus } from '../contract.ts'
import { storeReading } from './commands/store-reading.ts'
import { readClock } from './queries/read-clock.ts'
import type { PaymentEvent, Payments } from './payments.ts'

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
