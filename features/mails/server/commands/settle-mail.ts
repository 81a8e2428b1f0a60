import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ClaimedMail } from './claim-mails.ts'

type Settled = {
  id: string
  status: 'sent' | 'kept' | 'failed'
  error?: string
  subject: string
  text: string
  html: string
}

/** Records what became of a mail, in the words it went out in. */
export async function settleMail(tx: Tx, { id, status, error, subject, text, html }: Settled): Promise<void> {
  await sql`select app.settle_mail(${id}, ${status}, ${error ?? null}, ${text}, ${html}, ${subject})`.execute(
    tx,
  )
}

/** Puts a mail that was not taken back into the queue, for so many milliseconds later. */
export async function retryMail(
  tx: Tx,
  { id, attempt }: Pick<ClaimedMail, 'id' | 'attempt'>,
  error: string,
  waitMs: number,
): Promise<void> {
  await sql`
    select app.retry_mail(${id}, ${attempt}, ${error}, make_interval(secs => ${waitMs / 1_000}))`.execute(tx)
}
