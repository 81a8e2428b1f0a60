import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience } from '../../contract.ts'
import { messageRefusals } from '../../messages.ts'
import { audienceBlocker, reachBlocker, resendBlocker } from '../../rules.ts'
import { findRecipients, reachOf } from '../queries/find-recipients.ts'
import { findSender } from '../queries/find-sender.ts'
import { nameAudience } from '../queries/name-audience.ts'

type Input = { id: string; audience: Audience; title: string; message: string; is_urgent: boolean }

/**
 * Sends a message once to whom its audience means now: the browser chooses its id, and the same id again changes nothing. The worker
 * notifies them. Returns how many people, or schools, it is for.
 */
export async function sendMessage(tx: Tx, input: Input): Promise<number> {
  const { id, audience, ...words } = input
  const { party, ...owner } = await findSender(tx)
  refuseIf(messageRefusals, audienceBlocker(party, audience))
  const before = await sentBefore(tx, input)
  if (before !== null) return before
  const found = await findRecipients(tx, audience)
  refuseIf(messageRefusals, reachBlocker(reachOf(found)))
  const added = await tx
    .insertInto('messages')
    .values({
      id,
      ...owner,
      ...words,
      sent_by: (await findAsker(tx)).id,
      audience: JSON.stringify(audience),
      audience_name: await nameAudience(tx, audience),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // Sent twice at once: the other one is in by now. One that is not to be seen is another party's.
  if (!added)
    return (await sentBefore(tx, input)) ?? refuse(messageRefusals, refusal('message.sent_otherwise'))
  const recipients = sql`jsonb_to_recordset(${JSON.stringify(found)}::jsonb) r (school_id uuid, user_id uuid)`
  await (
    owner.school_id === null
      ? sql`insert into public.message_schools (message_id, partner_id) select ${id}::uuid, r.school_id from ${recipients}`
      : sql`insert into public.message_people (message_id, school_id, user_id) select ${id}::uuid, r.school_id, r.user_id from ${recipients}`
  ).execute(tx)
  await sql`select pg_notify('message_sent', '')`.execute(tx)
  return found.length
}

/** For how many it was sent under this id already; null where it was not. Refused where it had other words. */
async function sentBefore(tx: Tx, { id, ...sent }: Input): Promise<number | null> {
  const known = await tx.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (!known) return null
  refuseIf(messageRefusals, resendBlocker(known, sent))
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from public.message_people where message_id = ${id}::uuid)
      + (select count(*) from public.message_schools where message_id = ${id}::uuid) as count`.execute(tx)
  return rows[0]!.count
}
