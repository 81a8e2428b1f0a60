import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'
import { audiences } from './notify-shift.ts'

type Notice = {
  shift_id: string
  audience: 'school' | 'facility' | 'seats'
  type: string
  key: string
} & NotificationIn<typeof notificationTexts>

/** As the worker: notifies the people of shifts of what the calendar did or waits for, each person once per key. */
export async function notifyByCalendar(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const rows = notices.map(({ shift_id, audience, key, ...said }) => ({
    ...said,
    shift_id,
    to: audiences[audience],
    key: `shift ${shift_id} ${key}`,
  }))
  await sql`
    select app.notify_of_row('shifts', n.shift_id, n."to", '{}', n.type, n.code, n."values", jsonb_build_object('', '/shift/' || n.shift_id), n.key)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) n (shift_id uuid, "to" text[], type text, code text, "values" jsonb, key text)`.execute(
    tx,
  )
}
