import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The time by the database's clock, which all processes share. */
export async function readClock(tx: Tx): Promise<string> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]!.at
}
