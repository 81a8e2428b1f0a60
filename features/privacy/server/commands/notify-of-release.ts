import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the other of student and school of what was just done with a release, once per key. */
export async function notifyOfRelease(
  tx: Tx,
  id: string,
  { code, values }: NotificationIn<typeof notificationTexts>,
  key: string,
): Promise<void> {
  await sql`select app.notify_of_release(${id}::uuid, ${code}, ${JSON.stringify(values)}::jsonb, ${key})`.execute(
    tx,
  )
}
