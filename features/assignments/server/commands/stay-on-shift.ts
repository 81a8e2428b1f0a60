import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { stayBlocker } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { nothingAsked, writeSeat } from './write-seat.ts'

/** A student who asked to be taken off, or reported a conflict, comes after all. */
export async function stayOnShift(tx: Tx, { id }: { id: string }): Promise<void> {
  const seat = await lockOwnSeat(tx, id, ['assigned'], 'Only the student can take that back.')
  refuseIf(seatRefusals, stayBlocker(seat))
  await writeSeat(tx, seat, nothingAsked)
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'school', type: 'seat_request', key: `stay ${id} ${seat.version}` },
    notification(notificationTexts, 'seat.stays', { ...seat.shift_facts, student: seat.student_name }),
  )
}
