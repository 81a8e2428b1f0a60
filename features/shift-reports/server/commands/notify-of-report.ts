import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the instructor, the school, or who reads incidents at the facility, of what was just done with the report on a shift. */
export async function notifyOfReport(
  tx: Tx,
  shiftId: string,
  to: { audience: 'instructor' | 'school' | 'facility'; key: string; type?: string },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_shift_report(${shiftId}::uuid, ${to.audience}, ${to.type ?? 'shift_report'}, ${code},
    ${JSON.stringify(values)}::jsonb, ${to.key})`.execute(tx)
}
