import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { asContractError } from '#platform/server/pg-errors.ts'
import type { Tx } from '#platform/server/db.ts'
import { decideReport } from './decide-report.ts'

/** What became of one of several reports. */
type Outcome = { shift_id: string; ok: boolean; message: string | null }

/** Accepts several reports, each by itself: one that cannot be accepted stays as it is and says why. */
export async function acceptReports(
  tx: Tx,
  reports: readonly { shift_id: string; version: number }[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  // In one order for everyone: two who accept the same reports at once do not wait for each other.
  for (const report of reports.toSorted((a, b) => a.shift_id.localeCompare(b.shift_id)))
    outcomes.push({ shift_id: report.shift_id, ...(await acceptOne(tx, report)) })
  return outcomes
}

async function acceptOne(tx: Tx, report: { shift_id: string; version: number }) {
  await sql`savepoint report`.execute(tx)
  try {
    await decideReport(tx, { ...report, decision: 'accept', reason: null })
    await sql`release savepoint report`.execute(tx)
    return { ok: true, message: null }
  } catch (error) {
    const known = asContractError(error)
    if (!(known instanceof ORPCError) || known.status >= 500) throw error
    await sql`rollback to savepoint report`.execute(tx)
    return { ok: false, message: known.message }
  }
}
