import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { EndingDecision } from '../../contract.ts'
import { partnershipRefusals } from '../../messages.ts'
import { earliestEnd, endingBlocker, lastDayBlocker, reasonBlocker } from '../../rules.ts'
import { laterShifts } from '../queries/later-shifts.ts'
import { alternativeUnits } from '../queries/alternative-units.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { type MoveShifts, moveShiftsAway } from './move-shifts-away.ts'
import { notifyParties } from './notify-parties.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

type Ending = Sent & { ends_on?: string | undefined; decisions: readonly EndingDecision[] }

/**
 * Ends a partnership on a last day, for either party, with the notice agreed on. It stays in force until then. Each shift after that day is
 * kept, canceled on that day, or moved to another partner at once (decisions 043, 061).
 */
export async function endPartnership(
  tx: Tx,
  me: Viewer,
  sent: Ending,
  moveShifts: MoveShifts,
): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'terminate')
  const { id, party, reason, today, notice_days: notice } = partnership
  refuseIf(partnershipRefusals, reasonBlocker('terminate', party, reason))
  const earliest = earliestEnd(today, notice, party)
  const last_day = sent.ends_on ?? earliest
  refuseIf(partnershipRefusals, lastDayBlocker(last_day, earliest, notice))
  const later = await laterShifts(tx, id, last_day)
  const isMoving = sent.decisions.some(({ action }) => action === 'move')
  const units = isMoving ? await alternativeUnits(tx, id, last_day) : []
  refuseIf(partnershipRefusals, endingBlocker(party, { later, units, last_day }, sent.decisions))
  const decided = new Map(sent.decisions.map((decision) => [decision.shift_id, decision]))
  const of = (action: EndingDecision['action']) =>
    later.filter((shift) => decided.get(shift.id)!.action === action)
  const [canceled, moved, kept] = [of('cancel').map((shift) => shift.id), of('move'), of('keep').length]
  const written = await writePartnership(
    tx,
    partnership,
    { ends_on: last_day, ending_cancels: canceled, status_reason: reason },
    {
      ends_on: last_day,
      shifts_canceled: canceled.length,
      shifts_kept: kept,
      ...(moved.length > 0 && { shifts_moved: moved.length }),
    },
  )
  const counts = { last_day, kept, canceled: canceled.length, moved: moved.length }
  await notifyParties(tx, partnership, written, party, 'partnership.ending', { reason, ...counts })
  const moves = moved.map((shift) => ({ shift, unitId: decided.get(shift.id)!.unit_id! }))
  await moveShiftsAway(tx, me, { partnership, moves }, moveShifts)
  return written
}
