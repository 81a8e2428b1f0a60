import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the administrators of a school, except the one who did it. */
export async function notifySchool(
  tx: Tx,
  id: string,
  { code, values }: NotificationIn<typeof notificationTexts>,
  path: '/school/profile' | '/school/account',
): Promise<void> {
  await sql`select app.notify_school(${id}::uuid, ${code}, ${JSON.stringify(values)}::jsonb, ${path})`.execute(
    tx,
  )
}
