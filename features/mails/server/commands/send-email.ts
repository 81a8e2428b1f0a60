import { sql } from 'kysely'
import { refusal, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import { mailRefusals } from '../../messages.ts'
import { plainParagraphs } from '../../rules.ts'

/** Queues a mail in the superadmin's own words: paragraphs and links of the HTML, in the product's layout. Returns its id. */
export async function sendEmail(
  tx: Tx,
  { to, subject, html: given }: { to: string; subject: string; html: string },
): Promise<string> {
  const paragraphs = plainParagraphs(given)
  refuseIf(mailRefusals, paragraphs.length === 0 ? refusal('mail.without_text') : null)
  const { text, html } = mailBody({ heading: subject, paragraphs })
  const { rows } = await sql<{ id: string }>`
    select app.send_email(${to}, ${subject}, ${text}, ${html}) as id`.execute(tx)
  return rows[0]!.id
}
