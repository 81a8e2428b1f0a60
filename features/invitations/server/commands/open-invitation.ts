import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findByLink, type FoundByLink } from '../queries/find-by-link.ts'

/** As the sign-in login: the invitation of a link; the first look at one that was not replaced turns "sent" into "opened". */
export async function openInvitation(tx: Tx, tokenHash: string): Promise<FoundByLink | undefined> {
  const found = await findByLink(tx, tokenHash)
  if (found?.status === 'sent' && !found.is_over && !found.is_replaced)
    await tx
      .updateTable('invitations')
      .set({ status: 'opened', opened_at: sql<string>`now()` })
      .where('id', '=', found.id)
      .where('status', '=', 'sent')
      .execute()
  return found
}
