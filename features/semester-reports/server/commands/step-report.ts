import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, semesterReportRefusals } from '../../messages.ts'
import { stepBlocker } from '../../rules.ts'
import { findInstructor } from '../queries/find-instructor.ts'
import type { LockedReport } from './lock-report.ts'
import { askForComment, notifyOfReport } from './notify-of-report.ts'
import { writeReport } from './write-report.ts'

/** Moves a locked report for the school: to the instructor, who is notified; on to the school's review; or withheld, with a reason. */
export async function stepReport(
  tx: Tx,
  report: LockedReport,
  { to, reason }: { to: 'proctor_review' | 'school_review' | 'withheld'; reason: string | null },
) {
  const isAsked = to === 'proctor_review'
  const proctor_id = isAsked ? await findInstructor(tx, report) : report.proctor_id
  refuseIf(semesterReportRefusals, stepBlocker({ ...report, proctor_id }, to, 'school', reason))
  if (reason) await giveReason(tx, reason)
  const done = await writeReport(tx, report.id, {
    status: to,
    // A comment stays with the name of who wrote it.
    ...(isAsked && { proctor_id, ...(proctor_id !== report.proctor_id && { proctor_comment: null }) }),
    ...(to === 'withheld' && { withheld_reason: reason!.trim() }),
  })
  if (isAsked && report.status === 'draft') await askForComment(tx, report)
  else if (isAsked)
    await notifyOfReport(
      tx,
      report.id,
      'instructor',
      notification(notificationTexts, 'semester_report.returned', {
        semester: report.content.semester.name,
        student: report.content.student.full_name,
        reason,
      }),
    )
  return done
}
