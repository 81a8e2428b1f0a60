import type { Tx } from '#platform/server/db.ts'
import type { CancelCode } from '../../contract.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { notifyShift } from './notify-shift.ts'
import { refuseWithoutWords } from './refuse-without-words.ts'
import { writeShift } from './write-shift.ts'

/**
 * Cancels or postpones what was agreed on. Everyone on it loses the seat (the trigger free_seats), who leads it and the other side
 * are notified.
 */
export async function endShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { event: 'cancel' | 'postpone'; code: CancelCode | null; reason: string },
) {
  const { event } = sent
  const reason = refuseWithoutWords(sent.reason, 'Say why: everybody on it reads the reason.')
  const { shift, side } = await lockShift(tx, me, sent, event, reason)
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
  const notice = { type: 'shift_cancelled', code: 'shift.end' } as const
  const values = { event, reason }
  await notifyShift(tx, shift, {
    ...notice, audience: 'leaders', values: { ...values, lost: 0, isMine: true }, key: `${event} led`,
  }) // prettier-ignore
  if (side !== 'school')
    await notifyShift(tx, shift, {
      ...notice, audience: 'school', values: { ...values, lost: shift.seats_taken, isMine: false },
    }) // prettier-ignore
  if (side !== 'facility' && shift.facility_id !== null)
    await notifyShift(tx, shift, {
      ...notice, audience: 'facility', values: { ...values, lost: 0, isMine: false },
    }) // prettier-ignore
  return written
}
