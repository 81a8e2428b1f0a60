import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { revokeFeed } from './revoke-feed.ts'

/** Gives the caller a new address; the earlier one stops at the same moment. Of two concurrent calls the second waits for the first. */
export async function renewFeed(tx: Tx, tokenHash: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('calendar feed'), hashtext(app.uid()::text))`.execute(tx)
  await revokeFeed(tx)
  await tx
    .insertInto('calendar_feeds')
    .values({ user_id: sql<string>`app.uid()`, token_hash: tokenHash })
    .execute()
}
