import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision, ReportContent, SemesterReportStatus } from '../../contract.ts'
import { semesterReportRefusals } from '../../messages.ts'

export type LockedReport = Awaited<ReturnType<typeof lockReport>>

const reports = (tx: Tx) =>
  tx
    .selectFrom('semester_reports')
    .select(['id', 'school_id', 'student_id', 'semester_id', 'edition', 'replaces', 'version', 'proctor_id'])
    .select(['status', 'decision', 'content', 'strengths', 'goals_next', 'proctor_comment', 'school_comment'])

type Row = Awaited<ReturnType<ReturnType<typeof reports>['execute']>>[number]

const asReport = ({ status, decision, content, ...row }: Row) => ({
  ...row,
  status: status as SemesterReportStatus,
  decision: decision as Decision | null,
  content: content as unknown as ReportContent,
})

/** Locks a report; throws if the caller may not see it, or if it changed since they saw it. */
export async function lockReport(tx: Tx, seen: { id: string; version: number }) {
  const row = await reports(tx).where('id', '=', seen.id).forUpdate().executeTakeFirst()
  if (!row) return refuse(semesterReportRefusals, refusal('semester_report.not_found'))
  if (row.version !== seen.version)
    return refuse(semesterReportRefusals, refusal('semester_report.old_version'))
  return asReport(row)
}

/** Locks a student's reports in a semester that are not superseded: the unpublished one and the published one. */
export async function lockReportsOf(tx: Tx, key: { semester_id: string; student_id: string }) {
  const rows = await reports(tx)
    .where('semester_id', '=', key.semester_id)
    .where('student_id', '=', key.student_id)
    .where('status', '!=', 'superseded')
    .orderBy('edition')
    .forUpdate()
    .execute()
  const all = rows.map(asReport)
  return {
    out: all.find(({ status }) => status === 'published' || status === 'acknowledged'),
    working: all.find(({ status }) => status !== 'published' && status !== 'acknowledged'),
  }
}
