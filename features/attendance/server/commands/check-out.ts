import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { attendanceRefusals } from '../../messages.ts'
import { checkOutBlocker, effectiveTime, withCheckOut } from '../../rules.ts'
import { lockOwn } from './lock-attendance.ts'
import { writeCheckInTimes } from './write-check-in-times.ts'

type Sent = { id: string; pressed_at: string; left_at: string | null; reason: string | null }

/** Checks a student out; for a forgotten check-out, the student says when they left and why. */
export async function checkOut(tx: Tx, sent: Sent): Promise<void> {
  const row = await lockOwn(tx, sent.id)
  const { at, isOffline } = effectiveTime(sent.pressed_at, row.now)
  const said = { at, leftAt: sent.left_at, reason: sent.reason, receivedAt: row.now }
  refuseIf(attendanceRefusals, checkOutBlocker(row.shift, row.record, said, row.settings))
  const reason = sent.reason?.trim() || null
  await writeCheckInTimes(tx, row, withCheckOut(row.record, { at: sent.left_at ?? at, isOffline, reason }))
}
