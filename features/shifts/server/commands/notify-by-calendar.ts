import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRows } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'
import { audiences } from './notify-shift.ts'

type Notice = {
  shift_id: string
  audience: 'school' | 'facility' | 'seats'
  type: string
  key: string
} & NotificationIn<typeof notificationTexts>

/** As the worker: notifies people of what the calendar did to a shift or is waiting for, each person once per key. */
export async function notifyByCalendar(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const rows = notices.map(({ shift_id: id, audience, key, ...said }) => ({
    ...said,
    id,
    to: audiences[audience],
    url: `/shift/${id}`,
    key: `shift ${id} ${key}`,
  }))
  await notifyOfRows(tx, 'shifts', rows)
}
