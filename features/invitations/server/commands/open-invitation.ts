import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findByLink, type FoundByLink, followLink } from '../queries/find-by-link.ts'

/** Run as the sign-in login: the invitation of a link. The first view turns "sent" into "opened", unless the link was replaced. */
export async function openInvitation(tx: Tx, tokenHash: string): Promise<FoundByLink | undefined> {
  await followLink(tx, tokenHash)
  const found = await findByLink(tx)
  if (found?.status === 'sent' && !found.is_over && !found.is_replaced)
    await tx
      .updateTable('invitations')
      .set({ status: 'opened', opened_at: sql<string>`now()` })
      .where('id', '=', found.id)
      .where('status', '=', 'sent')
      .execute()
  return found
}
