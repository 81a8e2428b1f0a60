import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Marks all of the caller's notifications as read; returns how many were unread. */
export async function markAllRead(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ is_read: true, read_at: sql<string>`now()` })
    .where('recipient_id', '=', sql<string>`(select app.uid())`)
    .where('is_read', '=', false)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
