import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Opens the reports of shifts that are over and reminds of those that are overdue, now or at a given time; says how many it opened. */
export async function openShiftReports(tx: Tx, now?: string): Promise<number> {
  const { rows } = await sql<{ opened: number }>`
    select app.open_shift_reports(${now ?? sql`now()`}) as opened`.execute(tx)
  return rows[0]!.opened
}
