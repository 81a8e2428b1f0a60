import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { KeptMail } from '../contract.ts'

export type ClaimedMail = {
  id: string
  attempt: number
  to_address: string
  subject: string
  body_text: string
  /** Empty: to be drawn from the text, with a button to action_path. */
  body_html: string
  action_path: string | null
  message_id: string
  user_id: string | null
  /** The event that a notification's copy is of, which its reader may choose not to get by mail. */
  event: string | null
  /** What a notification's copy says, where it is not in words. */
  code: string | null
  values: unknown
}

export async function claim(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    select * from app.claim_mails(${limit}, make_interval(secs => ${leaseMs / 1_000}))`.execute(tx)
  return rows
}

export async function settle(
  tx: Tx,
  mail: {
    id: string
    status: 'sent' | 'kept' | 'failed'
    error?: string
    subject: string
    text: string
    html: string
  },
): Promise<void> {
  await sql`select app.settle_mail(${mail.id}, ${mail.status}, ${mail.error ?? null}, ${mail.text}, ${mail.html}, ${mail.subject})`.execute(
    tx,
  )
}

export async function retry(
  tx: Tx,
  mail: Pick<ClaimedMail, 'id' | 'attempt'>,
  error: string,
  waitMs: number,
): Promise<void> {
  await sql`
    select app.retry_mail(${mail.id}, ${mail.attempt}, ${error}, make_interval(secs => ${waitMs / 1_000}))`.execute(
    tx,
  )
}

export async function listKept(
  tx: Tx,
  { search, page, page_size }: { search: string; page: number; page_size: number },
) {
  const { rows } = await sql<KeptMail & { total: number }>`
    select * from app.list_kept_mails(${search.trim()}, ${page_size}, ${(page - 1) * page_size})`.execute(tx)
  return { rows, total: rows[0]?.total ?? 0 }
}

export async function findKept(tx: Tx, id: string) {
  const { rows } = await sql<KeptMail & { body_text: string; body_html: string }>`
    select * from app.find_kept_mail(${id})`.execute(tx)
  return rows[0]
}

export async function sendEmail(
  tx: Tx,
  mail: { to: string; subject: string; text: string; html: string },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select app.send_email(${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}) as id`.execute(tx)
  return rows[0]!.id
}
