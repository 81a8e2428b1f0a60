import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Tells people that their scheduled reports are ready; returns how many reports were due. */
export async function sendDueReports(tx: Tx, now?: string): Promise<number> {
  const { rows } = await sql<{ sent: number }>`
    select app.send_due_reports(coalesce(${now ?? null}::timestamptz, now())) as sent`.execute(tx)
  return rows[0]!.sent
}
