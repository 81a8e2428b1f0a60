import { notification } from '#core/notification-texts.ts'
import { refuse, refusal, refuseIf } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ReportedHours } from '../../contract.ts'
import { hoursRequestRefusals, notificationTexts } from '../../messages.ts'
import { reportBlocker } from '../../rules.ts'
import { findName } from '../queries/find-name.ts'
import { findInstructors } from '../queries/find-instructors.ts'
import { findReporter } from '../queries/find-reporter.ts'
import { lockDays, minutesOfDay } from '../queries/minutes-of-day.ts'

/** Reports hours for the school to approve; the browser chooses the id, so that repeating the request reports only once. */
export async function reportHours(tx: Tx, studentId: string, { id, ...hours }: ReportedHours): Promise<void> {
  // So that of two tabs the second counts the hours of the first.
  await lockDays(tx, studentId)
  const { school_id, ...rule } = await findReporter(tx)
  const known = await tx.selectFrom('hours_requests').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const sameDay = await minutesOfDay(tx, { studentId, date: hours.date })
  refuseIf(hoursRequestRefusals, reportBlocker(hours, { ...rule, sameDay }))
  const named = hours.instructor_id
  if (named && !(await findInstructors(tx, studentId)).some((one) => one.id === named))
    refuse(hoursRequestRefusals, refusal('hours_request.not_their_instructor'))
  await tx
    .insertInto('hours_requests')
    .values({ id, school_id, student_id: studentId, ...hours })
    .execute()
  await keepFiles(tx, hours.evidence_file_ids, { purpose: 'evidence', ownerId: studentId })
  if (named) await askToConfirm(tx, studentId, { id, ...hours })
}

/** Notifies the named instructor, once. */
async function askToConfirm(
  tx: Tx,
  studentId: string,
  { id, minutes, date }: { id: string; minutes: number; date: string },
): Promise<void> {
  const student = await findName(tx, studentId)
  await notifyOfRow(
    tx,
    { table: 'hours_requests', id },
    { to: ['instructor_id'], type: 'hours', url: '/proctor/student-progress', key: `hours request ${id}` },
    notification(notificationTexts, 'hours_request.to_confirm', { student, minutes, date }),
  )
}
