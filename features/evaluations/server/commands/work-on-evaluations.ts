import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Opens evaluations of shifts that are over, reminds of those that are overdue, verifies and locks, now or at a given time; says how many it opened. */
export async function workOnEvaluations(tx: Tx, now?: string): Promise<number> {
  const { rows } = await sql<{ opened: number }>`
    select app.work_on_evaluations(${now ?? sql`now()`}) as opened`.execute(tx)
  return rows[0]!.opened
}
