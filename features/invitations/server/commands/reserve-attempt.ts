import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Counts an attempt; returns the seconds to wait, 0 when it may proceed. */
export async function reserveAttempt(tx: Tx, key: string, free: number, window: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${key}, ${free}, ${window}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}
