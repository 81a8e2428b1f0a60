import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool, Tx } from './db.ts'
import { TOO_MANY } from './pg-errors.ts'

type Count = { spent: number; seconds: number }

/** Counts one use within a window (an interval of PostgreSQL). Returns how many there were, and the seconds until they are counted again. */
export async function countUse(tx: Tx, key: string, window: string): Promise<Count> {
  const { rows } = await sql<Count>`select * from app.count_within(${key}, 1, ${window}::interval)`.execute(
    tx,
  )
  return rows[0]!
}

/** Counts one use against `limit` within a window. Returns the seconds left to wait, 0 if this one is allowed. */
export async function spendQuota(tx: Tx, key: string, limit: number, window: string): Promise<number> {
  const { spent, seconds } = await countUse(tx, key, window)
  return spent > limit ? seconds : 0
}

/** Counts an attempt under a key; returns the seconds to wait after more than `free` within a window (an interval of PostgreSQL), or 0. */
export async function reserveAttempt(tx: Tx, key: string, free: number, window: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${key}, ${free}::integer, ${window}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

/** The refusal (429) of a caller who has to wait some seconds. */
export const tooMany = (wait: number) =>
  new ORPCError('TOO_MANY_REQUESTS', { message: TOO_MANY, data: { retryAfter: wait } })

/** Refuses with 429 if there are seconds to wait. Runs outside the counting transaction, because a refusal must not undo the count. */
export function refuseIfTooMany(wait: number): void {
  if (wait > 0) throw tooMany(wait)
}

/** Counts an attempt as app_auth; throws a refusal that says how long to wait if there were more than `most` `within` the time. */
export async function limitAttempts(
  authPool: Pool,
  what: string,
  most: number,
  within: string,
): Promise<void> {
  refuseIfTooMany(await withActor(authPool, null, (tx) => reserveAttempt(tx, what, most, within)))
}

/** Counts an invalid link by the address block it came from: twenty a minute, then increasing waits. */
export const countGuess = (authPool: Pool, what: string, block: string): Promise<void> =>
  limitAttempts(authPool, `${what} guess from ${block}`, 20, '1 minute')
