import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { keepBlocker, actsForSchool } from '../../rules.ts'
import { lockSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { reasonOf } from './reason-of.ts'
import { nothingAsked, writeSeat } from './write-seat.ts'

/** The school refuses a student who asked to be taken off, or who reported a conflict. */
export async function keepOnShift(
  tx: Tx,
  { id, reason: text }: { id: string; reason: string },
): Promise<void> {
  const reason = reasonOf(text, refusal('seat.student_reads_reason'))
  const seat = await lockSeat(tx, id, ['assigned'])
  if (!actsForSchool(seat.party)) refuse(seatRefusals, refusal('seat.only_school'))
  refuseIf(seatRefusals, keepBlocker(seat))
  await writeSeat(tx, seat, nothingAsked, reason)
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'student', type: 'seat_changed', key: `keep ${id} ${seat.version}` },
    notification(notificationTexts, 'seat.kept', { ...seat.shift_facts, reason }),
  )
}
