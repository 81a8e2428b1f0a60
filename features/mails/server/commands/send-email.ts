import { sql } from 'kysely'
import { refusal, refuseIf } from '#core/refusal.ts'
import { spendQuota } from '#platform/server/rate-limits.ts'
import type { Tx } from '#platform/server/db.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import { mailRefusals } from '../../messages.ts'
import { plainParagraphs } from '../../rules.ts'

/**
 * Run as the sign-in login, with the superadmin's session: queues a mail in their own words, with the paragraphs and links of the HTML in
 * the product's layout. At most 60 an hour, 5 a day to one address. Returns its id.
 */
export async function sendEmail(
  tx: Tx,
  senderId: string,
  { to, subject, html: given }: { to: string; subject: string; html: string },
): Promise<string> {
  const paragraphs = plainParagraphs(given)
  refuseIf(mailRefusals, paragraphs.length === 0 ? refusal('mail.without_text') : null)
  const hour = await spendQuota(tx, `free mail of ${senderId}`, 60, '1 hour')
  refuseIf(mailRefusals, hour > 0 ? refusal('mail.hourly', { seconds: hour }) : null)
  const day = await spendQuota(tx, `free mail to ${to}`, 5, '1 day')
  refuseIf(mailRefusals, day > 0 ? refusal('mail.daily', { seconds: day }) : null)
  const { text, html } = mailBody({ heading: subject, paragraphs })
  const { rows } = await sql<{ id: string }>`
    select app.queue_mail('free_text', ${to}, ${subject}, ${text}, ${html},
      (select p.id from app.person_of_sign_in(null, ${to}) p)) as id`.execute(tx)
  const [{ id } = { id: '' }] = rows
  await tx
    .insertInto('audit_events')
    .values({ action: 'send', entity: 'mails', entity_id: id, changes: JSON.stringify({ to, subject }) })
    .execute()
  return id
}
