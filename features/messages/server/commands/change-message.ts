import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Message, SendAt } from '../../contract.ts'
import { messageRefusals } from '../../messages.ts'
import { audienceBlocker, cancelBlocker, changeBlocker, sendInstant, timeBlocker } from '../../rules.ts'
import { findRecipients } from '../queries/find-recipients.ts'
import { findSender } from '../queries/find-sender.ts'
import { findMessage } from '../queries/list-messages.ts'
import { nameAudience } from '../queries/name-audience.ts'
import type { Written } from './send-message.ts'

type Change = Written & { send_at: SendAt; before: Pick<Message, 'title' | 'message' | 'at'> }

/**
 * Changes the caller's own scheduled message until it is sent, if it still is as the form showed it; repeating a change is no other one.
 * Returns how many people, or schools, it would reach now.
 */
export async function changeMessage(tx: Tx, input: Change): Promise<number> {
  const { id, audience, send_at: chosen, before, ...words } = input
  const sender = await findSender(tx)
  refuseIf(messageRefusals, changeBlocker(await findMessage(tx, id)))
  refuseIf(messageRefusals, audienceBlocker(sender.party, audience))
  const send_at = sendInstant(chosen, sender.time_zone)
  refuseIf(messageRefusals, timeBlocker(send_at, Date.now()))
  const audience_name = await nameAudience(tx, audience)
  const changed = await tx
    .updateTable('messages')
    .set({ ...words, send_at, audience: JSON.stringify(audience), audience_name })
    .where('id', '=', id)
    .where(({ eb, and, or }) =>
      or([
        and([
          eb('title', '=', before.title),
          eb('message', '=', before.message),
          eb('send_at', '=', before.at),
        ]),
        and([eb('title', '=', words.title), eb('message', '=', words.message), eb('send_at', '=', send_at)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!changed) return refuseMeanwhile(changeBlocker(await findMessage(tx, id)), 'message.changed')
  return (await findRecipients(tx, sender, audience)).length
}

/** Cancels a scheduled message until it is sent; repeating it changes nothing. */
export async function cancelMessage(tx: Tx, id: string): Promise<void> {
  const { status } = await findMessage(tx, id)
  if (status === 'canceled') return
  refuseIf(messageRefusals, cancelBlocker(status))
  const canceled = await tx
    .updateTable('messages')
    .set({ canceled_at: sql`now()`, canceled_by: sql`app.uid()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (canceled) return
  // If a colleague canceled it at the same moment, there is nothing left to do.
  const now = await findMessage(tx, id)
  if (now.status !== 'canceled') refuseMeanwhile(cancelBlocker(now.status))
}

/** Refuses because the message was sent or canceled in the meantime, or else for this reason. */
function refuseMeanwhile(
  blocker: ReturnType<typeof changeBlocker>,
  otherwise: 'message.gone' | 'message.changed' = 'message.gone',
): never {
  return refuse(messageRefusals, blocker ?? refusal(otherwise))
}
