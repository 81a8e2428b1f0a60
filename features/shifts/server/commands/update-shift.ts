import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftFields } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import {
  changeBlocker,
  isAskedAnew,
  planDifference,
  roundFields,
  roundBlocker,
  submitBlocker,
} from '../../rules.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { planShift } from './plan-shift.ts'
import { sentToFacility } from './sent-to-facility.ts'
import { writePlan } from './write-plan.ts'

/**
 * Changes the school's plan. A draft can be changed freely. While the facility reviews the request, a new time or unit is sent to it again,
 * with a new time to answer; a request that it asked about returns to it with any change (domain §2.4).
 * Moving an approved shift has to be requested; other changes apply here, and people on the shift are notified.
 */
export async function updateShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { fields: Partial<ShiftFields>; reason: string | null },
) {
  const { shift, party } = await lockShift(tx, me, sent, null)
  const { reason } = sent
  // A caller who may not change anything reads that before any fault of the change.
  refuseIf(shiftRefusals, changeBlocker(shift, shift, { party, reason }))
  const planned = await planShift(tx, shift, sent.fields)
  const changed = planDifference(shift, planned)
  if (changed.length === 0) return { id: shift.id, version: shift.version }
  refuseIf(shiftRefusals, changeBlocker(shift, planned, { party, reason }))
  // If a move that both parties agreed to left it undecidable, other fields may still change.
  if (changed.some((field) => roundFields.includes(field)))
    refuseIf(shiftRefusals, roundBlocker(planned, planned.starts_at))

  const asksAnew = isAskedAnew(shift.status, changed)
  if (asksAnew) refuseIf(shiftRefusals, submitBlocker(planned, new Date().toISOString()))
  const { written } = await writePlan(
    tx,
    shift,
    planned,
    asksAnew ? { ...sentToFacility(planned.starts_at), status: 'pending_facility' } : {},
    reason,
  )
  if (asksAnew)
    await notifyShift(
      tx,
      shift,
      { audience: 'facility', type: 'shift_requested' },
      notification(notificationTexts, 'shift.request_changed', {
        ...factsOf(planned),
        capacity: planned.capacity,
      }),
    )
  if (agreedStates.includes(shift.status)) await notifyOfChange(tx, shift, planned, { changed, reason })
  return written
}
