import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the students of a wishlist, or those of them whose choices are missing; returns how many. */
export async function notifyStudents(
  tx: Tx,
  id: string,
  { code, values }: NotificationIn<typeof notificationTexts>,
  onlyMissing = false,
): Promise<number> {
  const { rows } = await sql<{ notified: number }>`
    select app.notify_wishlist(${id}::uuid, ${onlyMissing}::boolean, ${code}, ${JSON.stringify(values)}::jsonb) as notified`.execute(
    tx,
  )
  return rows[0]?.notified ?? 0
}
