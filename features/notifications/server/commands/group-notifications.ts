import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The heading of the list, and its link; without a code, the first lines are its text. */
type Heading = { code?: string; values?: object; url?: string }

/**
 * Joins each person's notifications into one with this heading, until the end of the transaction or until `endGroup`, so that a command
 * about many shifts notifies each person once. The key identifies the command; the same key again adds to the same notification.
 */
export async function groupNotifications(tx: Tx, key: string, { code, values, url }: Heading): Promise<void> {
  const heading = code === undefined ? null : { code, values }
  const data = url === undefined ? {} : { action_url: url }
  // Read by app.notify_code.
  await sql`select set_config('app.notification_group', ${JSON.stringify({ key, heading, data })}, true)`.execute(
    tx,
  )
}

/** Ends the group: each later notification is sent on its own. */
export async function endGroup(tx: Tx): Promise<void> {
  await sql`select set_config('app.notification_group', '', true)`.execute(tx)
}
