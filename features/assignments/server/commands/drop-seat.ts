import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { dropBlocker, runsShort } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { endedSeat, writeSeat } from './write-seat.ts'

/** A student gives the seat up, until the cutoff; the school is notified when too few are left for the shift to run. */
export async function dropSeat(tx: Tx, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  const seat = await lockOwnSeat(
    tx,
    id,
    ['assigned'],
    'Only the student drops the seat. Remove the student instead.',
  )
  refuseIf(seatRefusals, dropBlocker(seat))
  await writeSeat(tx, seat, endedSeat('dropped', reason), reason)
  if (!runsShort(seat)) return
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'school', type: 'seat_changed', key: `too few ${id}` },
    notification(notificationTexts, 'seat.too_few', {
      ...seat.shift_facts,
      left: seat.seats_taken - 1,
      needed: seat.min_to_run,
    }),
  )
}
