import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Proposal } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { movingFields } from '../../rules.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { planChange } from '../queries/plan-change.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import type { LockedShift } from '../queries/row-for-update.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { planShift, type PlannedShift } from './plan-shift.ts'
import { proposalOf } from './proposal-of.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'
import { requireText } from './require-text.ts'
import { writePlan } from './write-plan.ts'
import { writeShift } from './write-shift.ts'

type Answer = Locked & { accept: boolean; reason: string | null }

/** Accepts the facility's proposal, which becomes the plan, or declines it. */
export async function answerCounter(tx: Tx, me: Actor, sent: Answer) {
  const reason = sent.reason?.trim() || null
  const event = sent.accept ? 'accept_counter' : 'decline_counter'
  const { shift } = await lockShift(tx, me, sent, event, reason)
  const { written, planned } = sent.accept
    ? await accept(tx, shift, reason)
    : await decline(tx, shift, reason)
  await notifyShift(
    tx,
    shift,
    { audience: 'facility', type: sent.accept ? 'shift_approved' : 'shift_declined' },
    notification(notificationTexts, 'shift.proposal_answered', {
      ...factsOf(planned ?? shift),
      accepted: sent.accept,
      reason,
    }),
  )
  return written
}

async function accept(tx: Tx, shift: LockedShift, reason: string | null) {
  const planned = await planShift(tx, shift, proposalOf(shift.counter as Proposal))
  await refuseTooLate(tx, shift, planned, planned.capacity)
  if (planned.capacity < shift.seats_taken)
    await sql`select app.make_fit(${shift.id}::uuid, ${planned.capacity}::integer)`.execute(tx)
  const { written, changed } = await writePlan(
    tx,
    { ...shift, seats_taken: Math.min(shift.seats_taken, planned.capacity) },
    planned,
    {
      status: 'approved',
      counter: null,
      status_reason: null,
      respond_by: null,
      approved_capacity: planned.capacity,
      decided_at: sql<string>`now()`,
    },
    reason,
  )
  if (changed.some((field) => movingFields.includes(field)))
    await notifyOfChange(tx, shift, planned, { changed, reason: null })
  return { written, planned }
}

async function decline(tx: Tx, shift: LockedShift, reason: string | null) {
  const why = requireText(reason, 'Give a reason. The facility reads it.')
  const written = await writeShift(
    tx,
    shift,
    {
      status: 'declined',
      counter: null,
      status_reason: why,
      respond_by: null,
      decided_at: sql<string>`now()`,
    },
    { reason: why },
  )
  return { written, planned: null }
}

/** Refuses a proposal whose time has come, or whose unit now has fewer seats than needed. */
export async function refuseTooLate(
  tx: Tx,
  shift: LockedShift,
  planned: PlannedShift,
  seats: number,
): Promise<void> {
  if (Date.parse(planned.starts_at) <= Date.now()) refuse(shiftRefusals, refusal('shift.proposal_too_late'))
  const plan = planChange(planned)
  const limits = await lockLimits(tx, shift.id, seats, plan)
  const asked = { id: shift.id, facility_id: planned.facility_id }
  await refuseWithoutRoom(tx, asked, { limits, seats, verb: 'Decline this, and agree on', plan })
}
