import type { NotificationIn } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Text = NotificationIn<typeof notificationTexts>
type Written = { id: string; student_id: string; version: number }

/** Notifies the student of their leave, and their advisors of its days; only the person who wrote it in this transaction may. */
export async function notifyOfLeave(
  tx: Tx,
  { id, student_id: studentId, version }: Written,
  { student, advisors }: { student: Text; advisors?: Text },
): Promise<void> {
  const row = { table: 'student_leaves', id } as const
  const key = `leave ${id} ${version}`
  await notifyOfRow(
    tx,
    row,
    { to: ['student_id'], type: 'seat_changed', url: '/student/shifts', key },
    student,
  )
  const url = `/proctor/students/${studentId}`
  if (advisors)
    await notifyOfRow(
      tx,
      row,
      { to: ['advisor_ids'], type: 'seat_changed', url, key: `${key} advisor` },
      advisors,
    )
}
