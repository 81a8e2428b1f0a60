import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, semesterReportRefusals } from '../../messages.ts'
import { stepBlocker } from '../../rules.ts'
import { lockReport } from './lock-report.ts'
import { notifyOfReport } from './notify-of-report.ts'
import { writeReport } from './write-report.ts'

/** Marks the report as read by the student; their comment goes to the school. */
export async function acknowledgeReport(
  tx: Tx,
  seen: { id: string; version: number },
  comment: string | null,
) {
  const report = await lockReport(tx, seen)
  refuseIf(semesterReportRefusals, stepBlocker(report, 'acknowledged', 'student'))
  const done = await writeReport(tx, report.id, {
    status: 'acknowledged',
    student_comment: comment?.trim() || null,
  })
  const { semester, student } = report.content
  if (comment?.trim())
    await notifyOfReport(
      tx,
      report.id,
      'school',
      notification(notificationTexts, 'semester_report.student_comment', {
        semester: semester.name,
        student: student.full_name,
      }),
    )
  return done
}
