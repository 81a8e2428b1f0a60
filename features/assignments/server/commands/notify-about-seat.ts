import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Recipients = {
  /** Whom of a seat: PostgreSQL knows who they are. */
  to: 'student' | 'school' | 'instructor'
  type: 'seat_changed' | 'seat_request' | 'shift_assigned'
  key: string
}

/** Notifies of what was just done with a seat, each person once per key. */
export async function notifyAboutSeat(
  tx: Tx,
  { id }: { id: string },
  { to, type, key }: Recipients,
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_shift(null, ${to}, ${type}, ${code}, ${JSON.stringify(values)}::jsonb, ${key}, ${id}::uuid)`.execute(
    tx,
  )
}
