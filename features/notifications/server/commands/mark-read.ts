import { sql } from 'kysely'
import { refusal, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationRefusals } from '../../messages.ts'

/** Marks a notification of the caller as read; the time of the first reading stays. */
export async function markRead(tx: Tx, id: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ is_read: true, read_at: sql<string>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  refuseIf(notificationRefusals, numUpdatedRows === 0n ? refusal('notification.not_found') : null)
}
