import { attempt } from '#platform/server/attempt.ts'
import type { Tx } from '#platform/server/db.ts'
import { decideReport } from './decide-report.ts'

/** The result for one of several reports. */
type Outcome = { shift_id: string; ok: boolean; message: string | null }

/** Accepts several reports, each on its own: one that can't be accepted stays as it is, with the reason. */
export async function acceptReports(
  tx: Tx,
  reports: readonly { shift_id: string; version: number }[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  // In the same order for everyone, so that two people accepting the same reports at once don't deadlock.
  for (const report of reports.toSorted((a, b) => a.shift_id.localeCompare(b.shift_id)))
    outcomes.push({ shift_id: report.shift_id, ...(await acceptOne(tx, report)) })
  return outcomes
}

async function acceptOne(tx: Tx, report: { shift_id: string; version: number }) {
  const { refused } = await attempt(tx, () =>
    decideReport(tx, { ...report, decision: 'accept', reason: null }),
  )
  return { ok: refused === null, message: refused?.message ?? null }
}
