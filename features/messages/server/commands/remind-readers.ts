import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { messageRefusals } from '../../messages.ts'
import { remindBlocker } from '../../rules.ts'
import { findMessage } from '../queries/list-messages.ts'

/**
 * Requests a reminder for those who have not read a message, at most once a day. The browser chooses the id, and repeating it changes
 * nothing. The worker notifies them. Returns how many people, or schools.
 */
export async function remindReaders(
  tx: Tx,
  { id: message_id, reminder_id: id }: { id: string; reminder_id: string },
): Promise<number> {
  const message = await findMessage(tx, message_id)
  const known = await tx
    .selectFrom('message_reminders')
    .select('recipients')
    .where('id', '=', id)
    .where('message_id', '=', message_id)
    .executeTakeFirst()
  if (known) return known.recipients
  refuseIf(messageRefusals, remindBlocker(message, Date.now()))
  const recipients = message.recipients - message.have_read
  const sent_by = (await findActor(tx)).id
  await tx.insertInto('message_reminders').values({ id, message_id, sent_by, recipients }).execute()
  await sql`select pg_notify('message_sent', '')`.execute(tx)
  return recipients
}
