import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Seconds until this IP address may enter again; 0 if it may now. */
export async function reserveAttempt(tx: Tx, addressBlock: string): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select app.reserve_attempt(${`demo from ${addressBlock}`}, 20, '1 minute'::interval) as wait`.execute(tx)
  return rows[0]!.wait
}
