import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool, Tx } from './db.ts'

/** Counts one of `limit` within a window (an interval of PostgreSQL): the seconds that are left of it, 0 when this one may go on. */
export async function spendQuota(tx: Tx, key: string, limit: number, window: string): Promise<number> {
  const { rows } = await sql<{ spent: number; seconds: number }>`
    select * from app.count_within(${key}, 1, ${window}::interval)`.execute(tx)
  const { spent, seconds } = rows[0]!
  return spent > limit ? seconds : 0
}

/** Counts something that may happen so often within a time, as app_auth; refused with how long to wait where it did more often. */
export async function limitAttempts(
  authPool: Pool,
  what: string,
  most: number,
  within: string,
): Promise<void> {
  const wait = await withActor(authPool, null, async (tx) => {
    const { rows } = await sql<{ wait: number }>`
      select app.reserve_attempt(${what}, ${most}::integer, ${within}::interval) as wait`.execute(tx)
    return rows[0]!.wait
  })
  if (wait > 0)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Rate limit exceeded. Please try again later.',
      data: { retryAfter: wait },
    })
}

/** Counts a link that leads nowhere, by the block of addresses it came from: twenty a minute, then longer and longer waits. */
export const countGuess = (authPool: Pool, what: string, block: string): Promise<void> =>
  limitAttempts(authPool, `${what} guess from ${block}`, 20, '1 minute')
