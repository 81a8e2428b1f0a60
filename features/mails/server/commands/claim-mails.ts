import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

export type ClaimedMail = {
  id: string
  attempt: number
  to_address: string
  subject: string
  body_text: string
  /** Empty: to be rendered from the text, with a button to action_path. */
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

/** Takes mails that are due, and hides them from others for so many milliseconds. */
export async function claimMails(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
  const { rows } = await sql<ClaimedMail>`
    select * from app.claim_mails(${limit}, make_interval(secs => ${leaseMs / 1_000}))`.execute(tx)
  return rows
}
