import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { storeFile } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { notificationTexts, semesterReportRefusals } from '../../messages.ts'
import { contentToPublish, publishBlocker } from '../../rules.ts'
import { reportPdf } from '../report-pdf.ts'
import { getReport } from '../queries/get-report.ts'
import type { Term } from '../queries/find-term.ts'
import { knownOf } from './generate-report.ts'
import { lockReportsOf } from './lock-report.ts'
import { notifyOfReport } from './notify-of-report.ts'
import { writeReport } from './write-report.ts'

/**
 * Publishes a student's report with its PDF in one transaction: supersedes the version before and notifies the student once. Refuses a
 * report that is not reviewed or outdated, or that is incomplete unless the caller accepts that.
 */
export async function publishReport(
  services: { objects: ObjectStore },
  tx: Tx,
  { term, student, withMissing }: { term: Term; student: string; withMissing: boolean },
): Promise<void> {
  const { out, working } = await lockReportsOf(tx, { semester_id: term.id, student_id: student })
  if (!working) return refuse(semesterReportRefusals, refusal('semester_report.none'))
  const known = await knownOf(tx, term, student)
  refuseIf(semesterReportRefusals, publishBlocker(working, known.content, withMissing))
  if (out) await writeReport(tx, out.id, { status: 'superseded' })
  const report = await getReport(tx, working.id)
  const content = contentToPublish(working.content, known.content)
  const pdf_file_id = await storeFile(services, tx, {
    schoolId: term.school_id,
    ownerId: student,
    purpose: 'report',
    name: `Semester report ${term.name} ${report.student_name} v${working.edition}`,
    type: 'application/pdf',
    ...(await reportPdf({ ...report, content, published_on: term.today })),
  })
  await writeReport(tx, working.id, { status: 'published', content, pdf_file_id })
  const semester = term.name
  await notifyOfReport(
    tx,
    working.id,
    'student',
    out
      ? notification(notificationTexts, 'semester_report.corrected', { semester, edition: working.edition })
      : notification(notificationTexts, 'semester_report.published', { semester }),
  )
}
