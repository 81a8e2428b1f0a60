import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, semesterReportRefusals } from '../../messages.ts'
import { stepBlocker } from '../../rules.ts'
import type { LockedReport } from './lock-report.ts'
import { notifyOfReport } from './notify-of-report.ts'
import { writeReport } from './write-report.ts'

/** Moves a locked report for the school: to the instructor, who is notified; on to the school's review; or withheld, with a reason. */
export async function stepReport(
  tx: Tx,
  report: LockedReport,
  { to, reason }: { to: 'proctor_review' | 'school_review' | 'withheld'; reason: string | null },
) {
  refuseIf(semesterReportRefusals, stepBlocker(report, to, 'school', reason))
  if (reason) await giveReason(tx, reason)
  const done = await writeReport(tx, report.id, {
    status: to,
    ...(to === 'withheld' && { withheld_reason: reason!.trim() }),
  })
  const about = { semester: report.content.semester.name, student: report.content.student.full_name }
  if (to === 'proctor_review')
    await notifyOfReport(
      tx,
      report.id,
      'instructor',
      report.status === 'draft'
        ? notification(notificationTexts, 'semester_report.comment_requested', about)
        : notification(notificationTexts, 'semester_report.returned', { ...about, reason }),
    )
  return done
}
