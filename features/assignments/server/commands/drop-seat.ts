import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { dropBlocker, isUnderfilledAfterDrop } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { endedSeat, writeSeat } from './write-seat.ts'

/** Drops from one shift within this time are combined into one notification. */
const TOGETHER_MS = 10 * 60 * 1000

/** A student gives up the seat before the cutoff; notifies the school, also if too few are left for the shift to run. */
export async function dropSeat(tx: Tx, { id, reason }: { id: string; reason: string | null }): Promise<void> {
  const seat = await lockOwnSeat(
    tx,
    id,
    ['assigned'],
    'Only the student can drop the seat. Remove the student instead.',
  )
  refuseIf(seatRefusals, dropBlocker(seat))
  await writeSeat(tx, seat, endedSeat('dropped', reason), reason)
  const time = Math.floor(Date.parse(seat.now) / TOGETHER_MS)
  await groupNotifications(tx, `drops ${seat.shift_id} ${time}`, {
    ...notification(notificationTexts, 'seat.dropped_several', {}),
    url: `/shift/${seat.shift_id}`,
  })
  const about = { ...seat.shift_facts, student: seat.student_name }
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'school', type: 'seat_changed', key: `drop ${id}` },
    isUnderfilledAfterDrop(seat)
      ? notification(notificationTexts, 'seat.too_few', {
          ...about,
          left: seat.seats_taken - 1,
          needed: seat.min_to_run,
        })
      : notification(notificationTexts, 'seat.dropped', { ...about, reason }),
  )
  await endGroup(tx)
}
