import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { askedSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { seatBlocker, overrideOf, actsForSchool } from '../../rules.ts'
import { blockersOf } from '../queries/blockers-of.ts'
import { giveSeat } from './give-seat.ts'
import { type LockedSeat, lockSeat } from './lock-seat.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { reasonOf } from './reason-of.ts'
import { writeSeat } from './write-seat.ts'

type Decision = { id: string; decision: 'assign' | 'waitlist' | 'decline'; reason: string | null }

/**
 * The school answers a request: yes, not now (the waitlist), or no with a reason that the student reads. A request that is restored or waits
 * again can be answered again, as another version.
 */
export async function decideRequest(tx: Tx, { id, decision, reason: text }: Decision): Promise<void> {
  const reason =
    decision === 'decline' ? reasonOf(text, refusal('seat.student_reads_reason')) : text?.trim() || null
  const seat = await lockSeat(tx, id, askedSeats)
  if (!actsForSchool(seat.party)) refuse(seatRefusals, refusal('seat.school_decides_requests'))
  if (decision === 'assign') return assign(tx, seat, reason)
  if (decision === 'waitlist' && seat.status === 'waitlisted') return
  await writeSeat(tx, seat, { status: decision === 'waitlist' ? 'waitlisted' : 'declined', reason }, reason)
  const values = { ...seat.shift_facts, reason }
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'student', type: 'seat_changed', key: `${decision} ${id} ${seat.version}` },
    decision === 'waitlist'
      ? notification(notificationTexts, 'seat.waitlisted', values)
      : notification(notificationTexts, 'seat.declined', values),
  )
}

async function assign(tx: Tx, seat: LockedSeat, reason: string | null): Promise<void> {
  const [found] = await blockersOf(tx, seat.shift_id, [seat.student_id])
  refuseIf(seatRefusals, seatBlocker(found, reason))
  await giveSeat(tx, seat.shift_id, {
    studentId: seat.student_id,
    source: seat.source,
    override: overrideOf(found, reason),
    clearance: found?.clearance ?? null,
  })
  await notifyAboutSeat(
    tx,
    seat,
    { to: 'student', type: 'shift_assigned', key: `granted ${seat.id} ${seat.version}` },
    notification(notificationTexts, 'seat.granted', seat.shift_facts),
  )
}
