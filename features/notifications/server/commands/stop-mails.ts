import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { events, type NotificationEvent } from '../../rules.ts'

/** Ends mails about an event for someone who followed the link of a mail; null where there is no such event or person. */
export async function stopMails(
  tx: Tx,
  { userId, event: type }: { userId: string; event: string },
): Promise<NotificationEvent | null> {
  const event = events.find((one) => one.type === type)
  if (!event) return null
  const { rows } = await sql<{ stopped: boolean | null }>`
    select app.stop_mails(${userId}::uuid, ${type}) as stopped`.execute(tx)
  return rows[0]?.stopped ? event : null
}
