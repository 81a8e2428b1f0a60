import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { giveReason } from '#platform/server/actor.ts'
import { attendanceRefusals, notificationTexts } from '../../messages.ts'
import { callOutBlocker, isReportedInTime, effectiveTime } from '../../rules.ts'
import { lockOwn } from './lock-attendance.ts'
import { notifyOnShift } from './notify-attendance.ts'
import { writeAttendance } from './write-attendance.ts'

type Sent = { id: string; is_coming: boolean; pressed_at: string; reason: string }

/** A student reports an absence, or takes it back. Notifies the instructor and the school, who decide whether it is excused. */
export async function callOut(tx: Tx, sent: Sent): Promise<void> {
  const row = await lockOwn(tx, sent.id)
  const { at } = effectiveTime(sent.pressed_at, row.now)
  refuseIf(attendanceRefusals, callOutBlocker(row.shift, at, row.now))
  if (sent.is_coming) {
    if (row.record.status === 'called_out')
      await writeAttendance(tx, row, { status: 'expected', called_out_at: null, absence_reason: null })
    return
  }
  const reason = sent.reason.trim()
  if (reason.length < 3) refuse(attendanceRefusals, refusal('attendance.reason_missing'))
  if (row.record.status === 'called_out') return
  await giveReason(tx, reason)
  await writeAttendance(tx, row, { status: 'called_out', called_out_at: at, absence_reason: reason })
  const values = {
    ...row.facts,
    student: row.full_name,
    reason,
    isInTime: isReportedInTime(at, row.shift, row.settings),
  }
  await notifyOnShift(tx, row, notification(notificationTexts, 'attendance.called_out', values))
}
