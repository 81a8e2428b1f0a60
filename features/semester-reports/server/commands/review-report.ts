import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { semesterReportRefusals } from '../../messages.ts'
import { isEditable } from '../../rules.ts'
import { lockReport } from './lock-report.ts'
import { writeReport } from './write-report.ts'

type Words = {
  school_comment: string | null
  strengths: string | null
  goals_next: string | null
  decision: Decision
}

/** Saves the school's part of a report and its decision, until it is published. */
export async function reviewReport(tx: Tx, seen: { id: string; version: number }, words: Words) {
  const report = await lockReport(tx, seen)
  if (!isEditable(report.status)) refuse(semesterReportRefusals, refusal('semester_report.fixed'))
  return writeReport(tx, report.id, words)
}
