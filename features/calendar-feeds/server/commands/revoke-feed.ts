import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Turns the caller's address off; returns whether there was one. */
export async function revokeFeed(tx: Tx): Promise<boolean> {
  const ended = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql<string>`now()` })
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}
