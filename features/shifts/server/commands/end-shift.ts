import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CancelCode } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { requireText } from './require-text.ts'
import { writeShift } from './write-shift.ts'

/**
 * Cancels or postpones an agreed shift. All students on it lose their seats (trigger free_seats); its leaders and the other party are
 * notified.
 */
export async function endShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { event: 'cancel' | 'postpone'; code: CancelCode | null; reason: string },
) {
  const { event } = sent
  const reason = requireText(sent.reason, 'Give a reason. Everyone on it sees it.')
  const { shift, party } = await lockShift(tx, me, sent, event, reason)
  const code = event === 'cancel' ? (sent.code ?? 'other') : null
  const written = await writeShift(
    tx,
    shift,
    {
      status: event === 'cancel' ? 'cancelled' : 'postponed',
      cancel_code: code,
      status_reason: reason,
      change: null,
    },
    { reason, details: { code: sent.code, students: shift.seats_taken } },
  )
  const textFor = (lost: number, isMine: boolean) => {
    const values = { ...factsOf(shift), reason, lost, isMine }
    return event === 'cancel'
      ? notification(notificationTexts, 'shift.canceled', values)
      : notification(notificationTexts, 'shift.postponed', values)
  }
  const type = 'shift_cancelled'
  await Promise.all([
    notifyShift(tx, shift, { audience: 'leaders', type, key: `${event} led` }, textFor(0, true)),
    party !== 'school' &&
      notifyShift(tx, shift, { audience: 'school', type }, textFor(shift.seats_taken, false)),
    party !== 'facility' &&
      shift.facility_id !== null &&
      notifyShift(tx, shift, { audience: 'facility', type }, textFor(0, false)),
  ])
  return written
}
