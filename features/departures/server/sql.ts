import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** How many things a person holds, for those who may deactivate them. */
export async function countHoldings(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from app.held_by(${userId})`.execute(tx)
  return rows[0]!.count
}
