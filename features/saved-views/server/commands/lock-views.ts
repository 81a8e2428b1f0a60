import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Until the end of the transaction no one else saves a view of this person. */
export const lockViews = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('saved views'), hashtext(${userId}))`.execute(tx)

/** A page opens with one view, the last that was chosen. */
export async function closeDefault(tx: Tx, page: string): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('page', '=', page)
    .where('is_default', '=', true)
    .execute()
}
