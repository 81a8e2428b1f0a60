import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** An invitation just written or sent again: the hash of its token, and its email. */
export type Sent = { id: string; token_hash: string; subject: string; text: string; html: string }

/** Sends invitations and counts them. Refuses if a limit is used up. */
export async function sendInvitations(tx: Tx, invitations: readonly Sent[]): Promise<void> {
  if (invitations.length === 0) return
  await sql`select app.send_invitations(${JSON.stringify(invitations)}::jsonb)`.execute(tx)
}
