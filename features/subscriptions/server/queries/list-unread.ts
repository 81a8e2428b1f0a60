import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * A batch of the payment provider's customers who were not read there for a day: all of them, because the first payment, or one after a
 * cancellation, may be what was lost.
 */
export async function listUnread(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('customer_id', 'is not', null)
    .where(sql<boolean>`coalesce(read_at, '-infinity') < now() - interval '1 day'`)
    .orderBy('read_at', (order) => order.asc().nullsFirst())
    .limit(20)
    .execute()
  return rows.flatMap(({ customer_id }) => customer_id ?? [])
}
