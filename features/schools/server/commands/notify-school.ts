import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the administrators of a school, except the one who acted. */
export async function notifySchool(
  tx: Tx,
  id: string,
  text: NotificationIn<typeof notificationTexts>,
  path: '/school/profile' | '/school/account',
): Promise<void> {
  const how = { to: ['school', 'others'], type: 'school', url: path, key: null } as const
  await notifyOfRow(tx, { table: 'schools', id }, how, text)
}
