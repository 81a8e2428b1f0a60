import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { conflictBlocker } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { writeSeat } from './write-seat.ts'

/** A student whose shift moved after the drop cutoff reports that they cannot come; once for each move. */
export async function noteConflict(
  tx: Tx,
  { id, note: text }: { id: string; note: string | null },
): Promise<void> {
  const seat = await lockOwnSeat(tx, id, ['assigned'], 'Only the student can report a conflict.')
  refuseIf(seatRefusals, conflictBlocker(seat))
  const note = text?.trim() || null
  await writeSeat(tx, seat, { conflict_at: sql<string>`now()`, conflict_note: note }, note)
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'school', type: 'seat_request', key: `conflict ${id} ${seat.shift_version}` },
    notification(notificationTexts, 'seat.conflict', {
      ...seat.shift_facts,
      student: seat.student_name,
      note,
    }),
  )
}
