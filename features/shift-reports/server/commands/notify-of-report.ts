import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'

/** Notifies the instructor or the school of what was just done with the report on a shift. */
export async function notifyOfReport(
  tx: Tx,
  shiftId: string,
  to: { audience: 'instructor' | 'school'; key: string; type?: string },
  { code, values }: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  await sql`select app.notify_shift_report(${shiftId}::uuid, ${to.audience}, ${to.type ?? 'shift_report'}, ${code},
    ${JSON.stringify(values)}::jsonb, ${to.key})`.execute(tx)
}
