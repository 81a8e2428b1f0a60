import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { spendQuota } from '#platform/server/rate-limits.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import type { StoredMessage, Mail } from '../queries/stored-message.ts'

type Mails = {
  /** The address that receives messages; null for every superadmin's. */
  operator: string | null
  toOperator: Mail
  toSender: Mail
}

/** Confirmation emails to one address per day: the form must not become a way to email strangers. */
const CONFIRMED_A_DAY = 3
/** Messages an hour that are sent by email too, from everywhere: the rest wait in the list, so that no one can flood an inbox. */
const MAILED_AN_HOUR = 60
/** How many characters of the message a notification shows. */
const SHOWN = 300

/**
 * As the worker: stores a message from the contact page, notifies every superadmin, and
 * queues its two emails in the same transaction. Repeating an id stores it once.
 */
export async function saveMessage(tx: Tx, kept: StoredMessage, mails: Mails): Promise<void> {
  const { id, name, email, organization, topic, message } = kept
  const added = await tx
    .insertInto('contact_messages')
    .values({ id, name, email, organization: organization || null, topic, message })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) return
  const superadmins = await superadminIds(tx)
  const isMailed = (await spendQuota(tx, 'contact mails', MAILED_AN_HOUR, '1 hour')) === 0
  if (isMailed && mails.operator !== null)
    await queueMail(
      tx,
      'contact_message',
      { address: mails.operator },
      mails.toOperator,
      `contact ${id} to operator`,
    )
  else if (isMailed)
    for (const userId of superadmins)
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await queueMail(tx, 'contact_message', { userId }, mails.toOperator, `contact ${id} to ${userId}`)
  const { code, values } = notification(notificationTexts, 'contact_message.received', {
    name,
    message: message.slice(0, SHOWN),
  })
  const page = `/admin/notifications?view=messages&show=${id}`
  await sql`select app.notify_code(${superadmins}::uuid[], 'contact_message', ${code}, ${JSON.stringify(values)}::jsonb, ${page}, ${`contact ${id}`})`.execute(
    tx,
  )
  if (isMailed && (await spendQuota(tx, `contact confirmation to ${email}`, CONFIRMED_A_DAY, '1 day')) === 0)
    await queueMail(tx, 'contact_confirmation', { address: email }, mails.toSender, `contact ${id} confirmed`)
}

async function superadminIds(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .where('role', '=', 'superadmin')
    .where('status', '=', 'active')
    .where('email_verified', '=', true)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

type To = { address: string } | { userId: string }

async function queueMail(
  tx: Tx,
  kind: string,
  to: To,
  { subject, text, html }: Mail,
  key: string,
): Promise<void> {
  const address = 'address' in to ? to.address : null
  const userId = 'userId' in to ? to.userId : null
  await sql`select app.queue_mail(${kind}, ${address}, ${subject}, ${text}, ${html}, ${userId}::uuid, ${key})`.execute(
    tx,
  )
}
