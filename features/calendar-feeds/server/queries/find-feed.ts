import type { Tx } from '#platform/server/db.ts'
import type { CalendarFeed } from '../../contract.ts'

/** The caller's address, if there is one: when it was created and last read. */
export async function findFeed(tx: Tx): Promise<CalendarFeed | null> {
  const feed = await tx
    .selectFrom('calendar_feeds')
    .where('revoked_at', 'is', null)
    .select(['created_at', 'last_read_at'])
    .executeTakeFirst()
  return feed ?? null
}
