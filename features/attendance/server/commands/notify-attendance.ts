import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Sent = NotificationIn<typeof notificationTexts>
type Seat = { id: string; version: number }

async function notify(
  tx: Tx,
  { id, version }: Seat,
  audience: 'student' | 'shift',
  sent: Sent,
): Promise<void> {
  await sql`select app.notify_shift(null, ${audience}, 'attendance', ${sent.code}, ${JSON.stringify(sent.values)}::jsonb,
    ${`attendance ${id} ${sent.code} ${version}`}, ${id}::uuid)`.execute(tx)
}

/** Notifies the school and the instructor of a shift of what was just recorded for one of its students, by name. */
export const notifyOnShift = (tx: Tx, seat: Seat, sent: Sent): Promise<void> =>
  notify(tx, seat, 'shift', sent)

/** Notifies the student of a seat of what was just recorded. */
export const notifyStudent = (tx: Tx, seat: Seat, sent: Sent): Promise<void> =>
  notify(tx, seat, 'student', sent)
