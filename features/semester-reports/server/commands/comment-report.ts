import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { semesterReportRefusals } from '../../messages.ts'
import { stepBlocker } from '../../rules.ts'
import { lockReport } from './lock-report.ts'
import { writeReport } from './write-report.ts'

type Words = {
  proctor_comment: string
  strengths: string | null
  goals_next: string | null
  decision: Decision
}

/** Saves the instructor's comment on a report and sends the report to the school. */
export async function commentReport(tx: Tx, seen: { id: string; version: number }, words: Words) {
  const report = await lockReport(tx, seen)
  refuseIf(semesterReportRefusals, stepBlocker(report, 'school_review', 'instructor'))
  return writeReport(tx, report.id, { status: 'school_review', ...words })
}
