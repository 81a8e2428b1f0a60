import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: keeps what the payment provider calls a school; the first name stays. Returns the one that is kept. */
export async function keepCustomer(tx: Tx, schoolId: string, customer: string): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`
    update public.subscriptions set customer_id = coalesce(customer_id, ${customer}) where school_id = ${schoolId}
    returning customer_id`.execute(tx)
  return rows[0]!.customer_id
}
