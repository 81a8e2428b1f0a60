import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Proposal } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { unitBlocker, planDifference } from '../../rules.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { planChange } from '../queries/plan-change.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { unitOf } from '../queries/row-for-update.ts'
import { differenceInWords } from './difference-in-words.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { planShift } from './plan-shift.ts'
import { refuseOthersUnit } from './refuse-others-unit.ts'
import { refuseWithoutRoom } from './refuse-without-room.ts'
import { writeShift } from './write-shift.ts'

/** Proposes another day, time, unit or number of seats to the school, which accepts or declines. */
export async function counterShift(
  tx: Tx,
  me: Actor,
  sent: Locked & { proposal: Proposal; note: string | null },
) {
  const note = sent.note?.trim() || null
  const { shift, party } = await lockShift(tx, me, sent, 'counter', note)
  const planned = await planShift(tx, shift, sent.proposal)
  const changed = planDifference(shift, planned)
  if (changed.length === 0) refuse(shiftRefusals, refusal('shift.nothing_proposed'))
  if (Date.parse(planned.starts_at) <= Date.now())
    refuse(shiftRefusals, refusal('shift.proposal_in_the_past'))
  if (party === 'facility') await refuseOthersUnit(tx, planned.facility_id, 'Propose')
  const plan = planChange(planned)
  const limits = await lockLimits(tx, shift.id, planned.capacity, plan)
  refuseIf(shiftRefusals, unitBlocker(unitOf(planned), limits))
  const asked = { id: shift.id, facility_id: planned.facility_id }
  await refuseWithoutRoom(tx, asked, { limits, seats: planned.capacity, verb: 'Propose', plan })

  const written = await writeShift(
    tx,
    shift,
    {
      status: 'countered',
      counter: JSON.stringify({ ...sent.proposal, note }),
      status_reason: note,
      decided_by: me.realUserId,
      respond_by: sql<string>`least(now() + interval '14 days', ${planned.starts_at}::timestamptz, starts_at)`,
    },
    { reason: note, details: differenceInWords(shift, planned) },
  )
  await notifyShift(
    tx,
    shift,
    { audience: 'school', type: 'shift_countered' },
    notification(notificationTexts, 'shift.countered', {
      ...factsOf(shift),
      proposed: factsOf(planned),
      seats: changed.includes('capacity') ? planned.capacity : null,
      note,
    }),
  )
  return written
}
