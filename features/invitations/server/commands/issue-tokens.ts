import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Gives invitations that were just written or sent again their tokens, and counts them. Refuses where an allowance is used up. */
export async function issueTokens(
  tx: Tx,
  tokens: readonly { id: string; token_hash: string }[],
): Promise<void> {
  if (tokens.length === 0) return
  const rows = tokens.map(({ id, token_hash: hash }) => ({ id, token_hash: hash }))
  await sql`select app.issue_invitation_tokens(${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
