import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

type Text = NotificationIn<typeof notificationTexts>
type Written = { id: string; student_id: string; version: number }

/** Notifies the student of their leave, and the instructors who advise them of its days; only who wrote it in this transaction may. */
export async function notifyOfLeave(
  tx: Tx,
  { id, student_id: studentId, version }: Written,
  { student, advisors }: { student: Text; advisors?: Text },
): Promise<void> {
  const send = ({ code, values }: Text, key: string, url: string | null) =>
    sql`select app.notify_about_need(${id}::uuid, ${code}, ${JSON.stringify(values)}::jsonb, ${key}, ${url})`.execute(
      tx,
    )
  await send(student, `leave ${id} ${version}`, null)
  if (advisors) await send(advisors, `leave ${id} ${version} advisor`, `/proctor/students/${studentId}`)
}
