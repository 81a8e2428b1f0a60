import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: stores the payment provider's id of a school; the first one stays. Returns the one that is stored. */
export async function storeCustomer(tx: Tx, schoolId: string, customer: string): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`
    update public.subscriptions set customer_id = coalesce(customer_id, ${customer}) where school_id = ${schoolId}
    returning customer_id`.execute(tx)
  return rows[0]!.customer_id
}
