import { sql } from 'kysely'
import { notification, type NotificationIn } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

/** The unique key of a ledger line. */
type Key = { school_id: string; source_key: string }
type Line = Key & { minutes: number; date: PlainDate; kind: HoursKind; reason: string }

/** Notifies the student of a line just added to their ledger, with its reason. Repeating it notifies no one. */
export const notifyOfHours = (tx: Tx, { school_id, source_key, ...changed }: Line): Promise<void> =>
  notifyOfLine(tx, { school_id, source_key }, notification(notificationTexts, 'hours.changed', changed))

/** Notifies the student about a line just added to their ledger; a line that was already there notifies no one. */
export async function notifyOfLine(
  tx: Tx,
  { school_id: school, source_key: key }: Key,
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const line = await tx
    .selectFrom('hours_entries')
    .where('school_id', '=', school)
    .where('source_key', '=', key)
    .where('posted_at', '>=', sql<string>`now()`)
    .select('id')
    .executeTakeFirst()
  if (!line) return
  const to = { to: ['student_id'], type: 'hours', url: '/student/progress', key: `hours ${line.id}` } as const
  await notifyOfRow(tx, { table: 'hours_entries', ...line }, to, text)
}
