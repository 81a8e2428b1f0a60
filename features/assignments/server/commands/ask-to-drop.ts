import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refusal, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { askBlocker } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { reasonOf } from './reason-of.ts'
import { writeSeat } from './write-seat.ts'

/** A student asks to be taken off after the drop cutoff, once for each move and before the shift begins; the school decides. */
export async function askToDrop(tx: Tx, { id, reason: text }: { id: string; reason: string }): Promise<void> {
  const reason = reasonOf(text, refusal('seat.drop_needs_reason'))
  const seat = await lockOwnSeat(tx, id, ['assigned'], 'Only the student can request that.')
  refuseIf(seatRefusals, askBlocker(seat))
  await writeSeat(tx, seat, { drop_asked_at: sql<string>`now()`, drop_asked_reason: reason }, reason)
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'school', type: 'seat_request', key: `ask drop ${id} ${seat.version}` },
    notification(notificationTexts, 'seat.drop_requested', {
      ...seat.shift_facts,
      student: seat.student_name,
      reason,
    }),
  )
}
