import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** A batch of the payment provider's customers whose subscription was not read there for a day. */
export async function listUnread(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .select('customer_id')
    .where('provider_id', 'is not', null)
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .where('read_at', '<', sql<string>`now() - interval '1 day'`)
    .orderBy('read_at')
    .limit(20)
    .execute()
  return rows.flatMap(({ customer_id }) => customer_id ?? [])
}
