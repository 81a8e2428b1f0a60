import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision, ReportContent, SemesterReport, SemesterReportStatus } from '../../contract.ts'
import { semesterReportRefusals } from '../../messages.ts'
import { decisionLabels, differencesOf, wordDifferences } from '../../rules.ts'
import { listReopenings } from './list-reopenings.ts'
import { reportRows, rowOf } from './list-reports.ts'

/** One report with its versions, the differences from the version it corrects, and when its semester was reopened; throws NOT_FOUND. */
export async function getReport(tx: Tx, id: string): Promise<SemesterReport> {
  const row = await reportRows(tx)
    .select(['r.content', 'r.strengths', 'r.goals_next', 'r.proctor_comment', 'r.school_comment'])
    .select(['r.withheld_reason', 'r.student_comment', 'r.generated_at', 'r.acknowledged_at', 'r.replaces'])
    .select(['r.pdf_file_id', 'c.time_zone'])
    .where('r.id', '=', id)
    .executeTakeFirst()
  if (!row) return refuse(semesterReportRefusals, refusal('semester_report.not_found'))
  const versions = await tx
    .selectFrom('semester_reports')
    .where('student_id', '=', row.student_id)
    .where('semester_id', '=', row.semester_id)
    .select(['id', 'status', 'edition', 'version', 'published_at'])
    .orderBy('edition', 'desc')
    .execute()
  const { replaces, time_zone, ...rest } = row
  return {
    ...rest,
    ...rowOf(row),
    time_zone,
    content: row.content as unknown as ReportContent,
    differences: replaces ? await differencesFrom(tx, replaces, row) : [],
    versions: versions.map((one) => ({ ...one, status: one.status as SemesterReportStatus })),
    reopenings: await listReopenings(tx, row.semester_id),
  }
}

type Said = {
  content: unknown
  decision: string | null
  proctor_comment: string | null
  school_comment: string | null
}
const wordsOf = ({ decision, proctor_comment, school_comment }: Said) => ({
  Decision: decision && decisionLabels[decision as Decision],
  'Instructor’s comment': proctor_comment,
  'School’s comment': school_comment,
})

async function differencesFrom(tx: Tx, before: string, after: Said) {
  const old = await tx
    .selectFrom('semester_reports')
    .where('id', '=', before)
    .select(['content', 'decision', 'proctor_comment', 'school_comment'])
    .executeTakeFirst()
  if (!old) return []
  return [
    ...differencesOf(old.content as unknown as ReportContent, after.content as ReportContent),
    ...wordDifferences(wordsOf(old), wordsOf(after)),
  ]
}
