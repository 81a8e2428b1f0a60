import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Proposal } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import {
  approvedAfter,
  fewSeatsBlocker,
  leavesCampus,
  unitBlocker,
  planDifference,
  seatsFor,
} from '../../rules.ts'
import { answerOfAgreement } from '../queries/answer-of-agreement.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { planChange } from '../queries/plan-change.ts'
import { differenceInWords } from './difference-in-words.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { unitOf } from '../queries/row-for-update.ts'
import { notifyOfChange } from './notify-of-change.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { planShift } from './plan-shift.ts'
import { refuseOthersUnit } from './refuse-others-unit.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'
import { requireText } from './require-text.ts'
import { refuseWhileAway } from './refuse-while-away.ts'
import { writePlan } from './write-plan.ts'
import { writeShift } from './write-shift.ts'

/**
 * Requests a move of an approved shift, which the other party answers; the shift moves immediately if the agreement lets the school plan
 * without asking.
 */
export async function askChange(tx: Tx, me: Actor, sent: Locked & { change: Proposal; reason: string }) {
  const reason = requireText(sent.reason, 'Give a reason. Everyone on it sees it.')
  const { shift, party } = await lockShift(tx, me, sent, null)
  if (!agreedStates.includes(shift.status))
    refuse(shiftRefusals, refusal('shift.not_now', { status: shift.status }))
  const planned = await planShift(tx, shift, sent.change)
  const changed = planDifference(shift, planned)
  if (changed.length === 0) refuse(shiftRefusals, refusal('shift.nothing_differs'))
  if (Date.parse(planned.starts_at) <= Date.now()) refuse(shiftRefusals, refusal('shift.change_in_the_past'))
  if (leavesCampus(shift, planned)) refuse(shiftRefusals, refusal('shift.leaves_campus'))
  if (party === 'facility') await refuseOthersUnit(tx, planned.facility_id, 'Choose')
  const approved = approvedAfter(shift, planned)
  const plan = planChange(planned)
  const limits = await lockLimits(tx, shift.id, approved, plan)
  refuseIf(shiftRefusals, unitBlocker(unitOf(planned), limits))
  const asked = { id: shift.id, facility_id: planned.facility_id }
  await refuseWithoutRoom(tx, asked, { limits, seats: approved, verb: 'Request', plan })
  refuseIf(shiftRefusals, fewSeatsBlocker(seatsFor(limits)!, shift.seats_taken, party))

  const isDecided =
    party === 'platform' ||
    shift.facility_id === null ||
    (party === 'school' && (await answerOfAgreement(tx, shift)).auto)
  if (isDecided) {
    const { written } = await writePlan(
      tx,
      shift,
      planned,
      { change: null, approved_capacity: approved },
      reason,
    )
    await notifyOfChange(tx, shift, planned, { changed, reason })
    return written
  }
  await refuseWhileAway(tx, shift, planned.date)
  const written = await writeShift(
    tx,
    shift,
    {
      change: JSON.stringify({
        ...sent.change,
        party,
        reason,
        by: me.realUserId,
        at: new Date().toISOString(),
      }),
    },
    { reason, details: differenceInWords(shift, planned) },
  )
  await notifyShift(
    tx,
    shift,
    { audience: party === 'school' ? 'facility' : 'school', type: 'shift_changed' },
    notification(notificationTexts, 'shift.change_asked', {
      ...factsOf(shift),
      proposed: factsOf(planned),
      reason,
    }),
  )
  return written
}
