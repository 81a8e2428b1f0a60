import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience, SendAt } from '../../contract.ts'
import { messageRefusals } from '../../messages.ts'
import { audienceBlocker, reachBlocker, resendBlocker, sendInstant, timeBlocker } from '../../rules.ts'
import { type Found, findRecipients, reachOf } from '../queries/find-recipients.ts'
import { findSender } from '../queries/find-sender.ts'
import { nameAudience } from '../queries/name-audience.ts'

export type Written = { id: string; audience: Audience; title: string; message: string; is_urgent: boolean }

/**
 * Sends a message once: now to its current audience, or at a chosen time to its audience then. The browser chooses the id, and repeating it
 * changes nothing. The worker notifies the recipients. Returns how many people, or schools, it would reach now.
 */
export async function sendMessage(tx: Tx, input: Written & { send_at: SendAt | null }): Promise<number> {
  const { id, audience, send_at: chosen, ...words } = input
  const { time_zone, ...sender } = await findSender(tx)
  const { party, user_id: sent_by, ...owner } = sender
  refuseIf(messageRefusals, audienceBlocker(party, audience))
  const send_at = chosen && sendInstant(chosen, time_zone)
  const found = await findRecipients(tx, sender, audience)
  const before = () => sentBefore(tx, { id, audience, send_at, ...words }, found.length)
  const sent = await before()
  if (sent !== null) return sent
  refuseIf(messageRefusals, send_at ? timeBlocker(send_at, Date.now()) : reachBlocker(reachOf(found)))
  const audience_name = await nameAudience(tx, audience)
  const added = await tx
    .insertInto('messages')
    .values({
      id,
      ...owner,
      ...words,
      by_instructor: party === 'instructor',
      send_at,
      sent_by,
      audience: JSON.stringify(audience),
      audience_name,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Sent twice at once: the other request has inserted it by now. If the caller can't see that message, it is another party's.
  if (!added) return (await before()) ?? refuse(messageRefusals, refusal('message.sent_otherwise'))
  if (send_at) return found.length
  await saveRecipients(tx, id, found)
  await sql`select pg_notify('message_sent', '')`.execute(tx)
  return found.length
}

/** Stores the recipients of a message: people of the school, or partner schools. */
export async function saveRecipients(tx: Tx, id: string, found: readonly Found[]): Promise<void> {
  const recipients = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) r (school_id uuid, user_id uuid)`
  await (
    found[0]?.user_id === null
      ? sql`insert into public.message_schools (message_id, partner_id) select ${id}::uuid, r.school_id from ${recipients}`
      : sql`insert into public.message_people (message_id, school_id, user_id) select ${id}::uuid, r.school_id, r.user_id from ${recipients}`
  ).execute(tx)
}

/** How many recipients the message with this id already has; null if there is none. Refuses if it has another text or time. */
async function sentBefore(
  tx: Tx,
  { id, ...sent }: Written & { send_at: string | null },
  asOfNow: number,
): Promise<number | null> {
  const known = await tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return null
  refuseIf(messageRefusals, resendBlocker(known, sent))
  if (known.send_at && !known.delivered_at) return asOfNow
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from public.message_people where message_id = ${id}::uuid)
      + (select count(*) from public.message_schools where message_id = ${id}::uuid) as count`.execute(tx)
  return rows[0]!.count
}
