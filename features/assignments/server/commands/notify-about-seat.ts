import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Recipients = {
  to: 'student' | 'school' | 'instructor'
  type: 'seat_changed' | 'seat_request' | 'shift_assigned'
  key: string
}

const columns = {
  student: ['member_id'],
  school: ['school', 'superadmin'],
  instructor: ['instructor_ids'],
} as const

/** Notifies about a change to a seat, each person once per key. */
export async function notifyAboutSeat(
  tx: Tx,
  { id, shift_id: shift }: { id: string; shift_id: string },
  { to, type, key }: Recipients,
  said: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await notifyOfRow(
    tx,
    { table: 'assignments', id },
    { to: columns[to], type, url: `/shift/${shift}`, key: `shift ${shift} ${key}` },
    said,
  )
}
