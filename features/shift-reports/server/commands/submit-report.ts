import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import { lockAttendanceOfShift } from '#features/attendance/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, reportRefusals } from '../../messages.ts'
import { exceptionsOf, submitBlocker } from '../../rules.ts'
import { factsOfShift } from '../queries/facts-of-shift.ts'
import { hasExceptions } from '../queries/has-exceptions.ts'
import { acceptReport } from './accept-report.ts'
import { lockReport, written } from './lock-report.ts'
import { notifyOfReport } from './notify-of-report.ts'

type Sent = { shift_id: string; version: number; no_patient_information: boolean }

/** Submits a report: without exceptions its hours are posted at once, otherwise the school is notified and decides. */
export async function submitReport(tx: Tx, sent: Sent) {
  const report = await lockReport(tx, sent)
  const attendance =
    (await lockAttendanceOfShift(tx, report.id)) ?? refuse(reportRefusals, refusal('shift_report.not_found'))
  refuseIf(reportRefusals, submitBlocker(report, attendance, sent.no_patient_information))
  const submitted = await tx
    .updateTable('shift_reports')
    .set({ status: 'submitted' })
    .where('id', '=', report.id)
    .returning(['status', 'version'])
    .executeTakeFirstOrThrow()
  const exceptions = attendance.filter((row) => exceptionsOf(row, report.settings).length > 0).length
  if (exceptions === 0 && !(await hasExceptions(tx, report.id))) return acceptReport(tx, report, attendance)
  const facts = await factsOfShift(tx, report.id)
  const sentOn = notification(notificationTexts, 'shift_report.submitted', { ...facts, exceptions })
  await notifyOfReport(tx, report.id, { audience: 'school', key: `submitted ${submitted.version}` }, sentOn)
  return written(submitted)
}
