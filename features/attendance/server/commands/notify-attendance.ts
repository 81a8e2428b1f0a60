import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Sent = NotificationIn<typeof notificationTexts>
type Seat = { id: string; version: number; shift_id: string }

async function notify(
  tx: Tx,
  { id, version, shift_id: shift }: Seat,
  to: readonly ('member_id' | 'school' | 'superadmin' | 'instructor_ids')[],
  sent: Sent,
): Promise<void> {
  const key = `shift ${shift} attendance ${id} ${sent.code} ${version}`
  await notifyOfRow(
    tx,
    { table: 'assignments', id },
    { to, type: 'attendance', url: `/shift/${shift}`, key },
    sent,
  )
}

/** Notifies the school and the instructor of a shift, by name, about one of its students' attendance. */
export const notifyOnShift = (tx: Tx, seat: Seat, sent: Sent): Promise<void> =>
  notify(tx, seat, ['school', 'superadmin', 'instructor_ids'], sent)

/** Notifies the student of a seat about their attendance. */
export const notifyStudent = (tx: Tx, seat: Seat, sent: Sent): Promise<void> =>
  notify(tx, seat, ['member_id'], sent)
