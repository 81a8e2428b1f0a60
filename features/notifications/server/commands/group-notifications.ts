import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** What is over the list, and where it leads; without a code it is worded by its first lines. */
type Heading = { code?: string; values?: object; url?: string }

/**
 * Until the end of the transaction, or until `endGroup`, the notifications of one person become one with this heading: a command that
 * concerns many shifts notifies each person once. The key names the command; the same key again adds to the same one.
 */
export async function groupNotifications(tx: Tx, key: string, { code, values, url }: Heading): Promise<void> {
  const heading = code === undefined ? null : { code, values }
  const data = url === undefined ? {} : { action_url: url }
  // Read by app.notify_code.
  await sql`select set_config('app.notification_group', ${JSON.stringify({ key, heading, data })}, true)`.execute(
    tx,
  )
}

/** From here on each notification stands by itself again. */
export async function endGroup(tx: Tx): Promise<void> {
  await sql`select set_config('app.notification_group', '', true)`.execute(tx)
}
