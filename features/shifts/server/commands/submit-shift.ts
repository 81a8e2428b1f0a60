import { shiftInstants } from '#core/clock-time.ts'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { unitBlocker, seatsFor, submitBlocker } from '../../rules.ts'
import { answerOfAgreement } from '../queries/answer-of-agreement.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { facilityOfPlan } from '../queries/facts-of-plan.ts'
import { type LockedShift, unitOf } from '../queries/row-for-update.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'
import { sentToFacility } from './sent-to-facility.ts'
import { writeShift } from './write-shift.ts'

/**
 * Sends a draft to the facility. The shift is approved immediately if the agreement says so, if the facility offered the slot, or if no
 * facility is involved. PostgreSQL checks the agreement itself (trigger partnership).
 */
export async function submitShift(tx: Tx, me: Actor, sent: Locked & { reason: string | null }) {
  const lateReason = sent.reason?.trim() || null
  const { shift: drafted } = await lockShift(tx, me, sent, 'submit', lateReason)
  const shift = await inZoneOfUnit(tx, drafted)
  refuseIf(shiftRefusals, submitBlocker(shift, new Date().toISOString()))
  const [all, { offered, auto, school }] = await Promise.all([
    lockLimits(tx, shift.id, shift.capacity),
    answerOfAgreement(tx, shift),
  ])
  const limits = all.filter(({ limit_name: name }) => name !== 'agreement')
  refuseIf(shiftRefusals, unitBlocker(unitOf(shift), limits))

  const isAgreed = shift.facility_id === null || offered || auto
  // A facility may approve fewer seats; if no facility is asked, there must be room for all of them.
  const seats = isAgreed ? shift.capacity : 1
  await refuseWithoutRoom(tx, shift, { limits, seats, verb: offered ? 'Take' : 'Request' })
  const room = seatsFor(limits)!

  const written = await writeShift(
    tx,
    shift,
    {
      status: isAgreed ? 'approved' : 'pending_facility',
      ...(lateReason && { lead_time_reason: lateReason }),
      ...sentToFacility(shift.starts_at),
      ...(isAgreed && { respond_by: null }),
      seats: room.seats,
      seats_limit: room.limit_name,
      approved_capacity: isAgreed ? shift.capacity : null,
      decided_at: isAgreed ? sql<string>`now()` : null,
      decided_by: null,
      decision_code: null,
      status_reason: null,
      cancel_code: null,
      published_at: null,
    },
    {
      reason: lateReason,
      details: { seats: room.seats, limit: room.limit_name, ...(offered && { offered: true }) },
    },
  )
  const facts = factsOf(shift)
  if (!isAgreed)
    await notifyShift(
      tx,
      shift,
      { audience: 'facility', type: 'shift_requested' },
      notification(notificationTexts, 'shift.requested', { ...facts, school, capacity: shift.capacity }),
    )
  else if (shift.facility_id !== null)
    await notifyShift(
      tx,
      shift,
      { audience: 'facility', type: 'shift_approved' },
      notification(notificationTexts, 'shift.agreed', { ...facts, school, seats: room.seats, offered }),
    )
  return written
}

/**
 * The shift at its hours where it takes place. The time zone of a unit, or of the school, may be corrected while a shift is a draft, which a
 * facility cannot see; no longer once it is submitted.
 */
async function inZoneOfUnit(tx: Tx, shift: LockedShift): Promise<LockedShift> {
  const { time_zone: timeZone } = await facilityOfPlan(tx, shift.school_id, shift.facility_id)
  if (timeZone === shift.time_zone) return shift
  const { startsAt, endsAt } = shiftInstants({
    date: shift.date,
    start: shift.start_time,
    end: shift.end_time,
    timeZone,
  })
  const times = { time_zone: timeZone, starts_at: startsAt, ends_at: endsAt }
  await writeShift(tx, shift, times)
  return { ...shift, ...times }
}
