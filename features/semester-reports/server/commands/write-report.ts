import type { Tx } from '#platform/server/db.ts'
import type { Decision, ReportContent, SemesterReportStatus } from '../../contract.ts'

type Change = {
  status?: SemesterReportStatus
  proctor_id?: string | null
  decision?: Decision
  strengths?: string | null
  goals_next?: string | null
  proctor_comment?: string | null
  school_comment?: string | null
  withheld_reason?: string
  student_comment?: string | null
  pdf_file_id?: string
  content?: ReportContent
}

/** Writes a change of a locked report; returns its status and version. */
export async function writeReport(tx: Tx, id: string, { content, ...change }: Change) {
  const { status, version } = await tx
    .updateTable('semester_reports')
    .set({ ...change, ...(content && { content: JSON.stringify(content) }) })
    .where('id', '=', id)
    .returning(['status', 'version'])
    .executeTakeFirstOrThrow()
  return { status: status as SemesterReportStatus, version }
}
