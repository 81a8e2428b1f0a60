import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'

/** Guesses are counted by address: twenty a minute, then longer and longer waits. */
export async function countMiss(authPool: Pool, block: string): Promise<void> {
  const wait = await withActor(authPool, null, async (tx) => {
    const { rows } = await sql<{ wait: number }>`
      select app.reserve_attempt(${`preceptor link guess from ${block}`}, 20, '1 minute'::interval) as wait`.execute(
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
