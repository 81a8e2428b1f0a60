import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Notice = {
  shift_id: string
  audience: 'school' | 'facility' | 'seats'
  type: string
  key: string
} & NotificationIn<typeof notificationTexts>

/** Notifies the people of shifts of what the calendar did or waits for, each person once per key. */
export async function notifyByCalendar(tx: Tx, notices: readonly Notice[]): Promise<void> {
  await sql`select app.notify_by_calendar(${JSON.stringify(notices)}::jsonb)`.execute(tx)
}
