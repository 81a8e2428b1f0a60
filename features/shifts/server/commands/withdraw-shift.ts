import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { requireText } from './require-text.ts'
import { writeShift } from './write-shift.ts'

/** Withdraws a school's request before it is approved. */
export async function withdrawShift(tx: Tx, me: Actor, sent: Locked & { reason: string }) {
  const reason = requireText(sent.reason, 'Give a reason for withdrawing it.')
  const { shift } = await lockShift(tx, me, sent, 'withdraw', reason)
  const written = await writeShift(
    tx,
    shift,
    { status: 'withdrawn', counter: null, status_reason: reason, respond_by: null },
    { reason },
  )
  if (shift.submitted_at !== null && shift.facility_id !== null)
    await notifyShift(
      tx,
      shift,
      { audience: 'facility', type: 'shift_cancelled' },
      notification(notificationTexts, 'shift.withdrawn', { ...factsOf(shift), reason }),
    )
  return written
}
