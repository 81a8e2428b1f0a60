import { sql } from 'kysely'
import { spendQuota } from '#platform/server/rate-limits.ts'
import type { Tx } from '#platform/server/db.ts'

/** The owner of the address. */
export type Reader = { user_id: string; role: string }
type Opened =
  | { state: 'open'; wait: number; reader: Reader }
  | { state: 'revoked' | 'unknown' | 'wait'; wait: number }
type Feed = Reader & { id: string; is_revoked: boolean; is_open: boolean }

/**
 * As app_auth, in a transaction opened with the hash of an address: records a read; `wait`
 * is in seconds. Each address may be read 60 times an hour; invalid addresses are counted
 * by network, because many people's calendars read from one address.
 */
export async function openFeed(tx: Tx, addressBlock: string): Promise<Opened> {
  const { rows } = await sql<Feed>`select * from app.calendar_feed()`.execute(tx)
  const [feed] = rows
  const wait = feed?.is_open
    ? await spendQuota(tx, `calendar ${feed.id}`, 60, '1 hour')
    : await spendQuota(tx, `calendar from ${addressBlock}`, 30, '1 minute')
  if (wait > 0) return { state: 'wait', wait }
  if (!feed?.is_open) return { state: feed?.is_revoked ? 'revoked' : 'unknown', wait }
  await tx
    .updateTable('calendar_feeds')
    .set({ last_read_at: sql<string>`now()` })
    .where('id', '=', feed.id)
    .where(sql<boolean>`coalesce(last_read_at, '-infinity') < now() - interval '1 minute'`)
    .execute()
  return { state: 'open', wait, reader: { user_id: feed.user_id, role: feed.role } }
}
