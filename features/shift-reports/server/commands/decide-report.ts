import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import { lockAttendanceOfShift } from '#features/attendance/server/public.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, reportRefusals } from '../../messages.ts'
import { type Decision, decisionBlocker } from '../../rules.ts'
import { factsOfShift } from '../queries/facts-of-shift.ts'
import { acceptReport } from './accept-report.ts'
import { lockReport, written } from './lock-report.ts'
import { notifyOfReport } from './notify-of-report.ts'

type Sent = Decision & { shift_id: string; version: number }

/** Accepts a report for the school, which posts its hours, or returns it with a reason. Notifies the instructor. */
export async function decideReport(tx: Tx, sent: Sent) {
  const report = await lockReport(tx, sent)
  const attendance =
    (await lockAttendanceOfShift(tx, report.id)) ?? refuse(reportRefusals, refusal('shift_report.not_found'))
  refuseIf(reportRefusals, decisionBlocker(report, sent, attendance))
  const facts = await factsOfShift(tx, report.id)
  if (sent.decision === 'accept') {
    const accepted = await acceptReport(tx, report, attendance)
    const done = notification(notificationTexts, 'shift_report.accepted', facts)
    await notifyOfReport(tx, report.id, { audience: 'instructor', key: 'accepted' }, done)
    return accepted
  }
  const reason = sent.reason!.trim()
  await giveReason(tx, reason)
  const returned = await tx
    .updateTable('shift_reports')
    .set({ status: 'returned', returned_reason: reason })
    .where('id', '=', report.id)
    .returning(['status', 'version'])
    .executeTakeFirstOrThrow()
  const back = notification(notificationTexts, 'shift_report.returned', { ...facts, reason })
  await notifyOfReport(tx, report.id, { audience: 'instructor', key: `returned ${returned.version}` }, back)
  return written(returned)
}
