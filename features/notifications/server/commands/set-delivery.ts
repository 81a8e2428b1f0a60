import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Delivery } from '../../contract.ts'

/** Sets when the caller's copies of notifications are emailed. Emails that already wait keep their time. */
export async function setDelivery(tx: Tx, delivery: Delivery): Promise<void> {
  await tx
    .insertInto('delivery_preferences')
    .values({ user_id: sql<string>`(select app.uid())`, ...delivery })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ ...delivery, updated_at: sql<string>`now()` }),
    )
    .execute()
}
