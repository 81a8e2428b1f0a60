import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Sent = NotificationIn<typeof notificationTexts>
type Seat = { id: string; shift_id: string; version: number }

/** Notifies the school and the instructor of a shift of what was just recorded for one of its students. */
export async function notifyOnShift(tx: Tx, seat: Seat, sent: Sent): Promise<void> {
  await sql`select app.notify_shift(${seat.shift_id}::uuid, a, 'attendance', ${sent.code}, ${JSON.stringify(sent.values)}::jsonb,
    ${`${sent.code} ${seat.id} ${seat.version}`}) from unnest(array['school', 'instructor']) a`.execute(tx)
}

/** Notifies the student of a seat of what was just recorded. */
export async function notifyStudent(tx: Tx, seat: Seat, sent: Sent): Promise<void> {
  await sql`select app.notify_attendance(${seat.id}::uuid, ${sent.code}, ${JSON.stringify(sent.values)}::jsonb,
    ${`${sent.code} ${seat.version}`})`.execute(tx)
}
