import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the student, the instructor or the school of what was just done with a report. */
export async function notifyOfReport(
  tx: Tx,
  id: string,
  audience: 'student' | 'instructor' | 'school',
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_semester_report(${id}::uuid, ${audience}, ${code}, ${JSON.stringify(values)}::jsonb)`.execute(
    tx,
  )
}
