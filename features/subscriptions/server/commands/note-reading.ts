import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: notes that a customer was read at the payment provider, or they would be read again before all others, for good. */
export async function noteReading(tx: Tx, customer: string, at: string): Promise<void> {
  await sql`update public.subscriptions set read_at = greatest(read_at, ${at}::timestamptz) where customer_id = ${customer}`.execute(
    tx,
  )
}
