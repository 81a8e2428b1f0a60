import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { unitBlocker, seatsFor } from '../../rules.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { unitOf } from '../queries/row-for-update.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'
import { writeShift } from './write-shift.ts'

/** Approves a request with all of its seats or fewer. Students who no longer fit join the waitlist; the school is notified. */
export async function approveShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { seats: number | null; note: string | null },
) {
  const { shift } = await lockShift(tx, me, sent, 'approve', sent.note)
  if (Date.parse(shift.starts_at) <= Date.now()) refuse(shiftRefusals, refusal('shift.request_too_late'))
  const approved = sent.seats ?? shift.capacity
  if (approved < 1 || approved > shift.capacity)
    refuse(shiftRefusals, refusal('shift.seats_out_of_range', { capacity: shift.capacity }))
  const limits = await lockLimits(tx, shift.id, approved)
  refuseIf(shiftRefusals, unitBlocker(unitOf(shift), limits))
  await refuseWithoutRoom(tx, shift, { limits, seats: approved, verb: 'Approve' })

  const { seats, limit_name: limit, why } = seatsFor(limits)!
  if (seats < shift.seats_taken)
    await sql`select app.make_fit(${shift.id}::uuid, ${seats}::integer)`.execute(tx)
  const note = sent.note?.trim() || null
  const written = await writeShift(
    tx,
    shift,
    {
      status: 'approved',
      approved_capacity: approved,
      seats,
      seats_limit: limit,
      decided_at: sql<string>`now()`,
      decided_by: me.realUserId,
      status_reason: note,
      respond_by: null,
    },
    { reason: note, details: { asked: shift.capacity, approved, seats, limit } },
  )
  await notifyShift(
    tx,
    shift,
    { audience: 'school', type: 'shift_approved' },
    notification(notificationTexts, 'shift.approved', {
      ...factsOf(shift),
      approved,
      capacity: shift.capacity,
      seats,
      why,
      note,
    }),
  )
  return written
}
