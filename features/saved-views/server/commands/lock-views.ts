import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Prevents concurrent saves of this person's views until the end of the transaction. */
export const lockViews = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('saved views'), hashtext(${userId}))`.execute(tx)

/** Clears the default view of a page, because a page has only one, the last one chosen. */
export async function closeDefault(tx: Tx, page: string): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('page', '=', page)
    .where('is_default', '=', true)
    .execute()
}
