import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool } from './db.ts'

/** Counts a link that leads nowhere, by the block of addresses it came from: twenty a minute, then longer and longer waits. */
export async function countGuess(authPool: Pool, what: string, block: string): Promise<void> {
  const wait = await withActor(authPool, null, async (tx) => {
    const { rows } = await sql<{ wait: number }>`
      select app.reserve_attempt(${`${what} guess from ${block}`}, 20, '1 minute'::interval) as wait`.execute(
      tx,
    )
    return rows[0]!.wait
  })
  if (wait > 0)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Rate limit exceeded. Please try again later.',
      data: { retryAfter: wait },
    })
}
