import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Proposes no-shows and reminds of missing check-outs, now or at a given time; says how many no-shows it proposed. */
export async function proposeNoShows(tx: Tx, now?: string): Promise<number> {
  const { rows } = await sql<{ proposed: number }>`
    select app.propose_no_shows(${now ?? sql`now()`}) as proposed`.execute(tx)
  return rows[0]!.proposed
}
