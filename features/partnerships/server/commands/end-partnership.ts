import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'
import { earliestEnd, lastDayRefusal, reasonRefusal } from '../../rules.ts'
import { laterShifts } from '../queries/later-shifts.ts'
import { lockPartnership, type Sent } from './lock-partnership.ts'
import { notifySides } from './notify-sides.ts'
import { type Changed, writePartnership } from './write-partnership.ts'

type Ending = Sent & {
  ends_on?: string | undefined
  decisions: readonly { shift_id: string; action: 'keep' | 'cancel' }[]
}

/**
 * Ends a partnership on a last day, by either side, with the notice agreed on. It stays in force until then; each shift after that
 * day is kept, or canceled on the day (decision 043).
 */
export async function endPartnership(tx: Tx, sent: Ending): Promise<Changed> {
  const partnership = await lockPartnership(tx, sent, 'terminate')
  const { side, reason, today, notice_days: notice } = partnership
  refuseIf(partnershipRefusals, reasonRefusal('terminate', side, reason))
  const earliest = earliestEnd(today, notice, side)
  const lastDay = sent.ends_on ?? earliest
  refuseIf(partnershipRefusals, lastDayRefusal(lastDay, earliest, notice))
  const decisions = new Map(sent.decisions.map(({ shift_id: id, action }) => [id, action]))
  const later = (await laterShifts(tx, sent.id, lastDay)).map(({ id }) => id)
  const undecided = later.filter((id) => !decisions.has(id)).length
  if (undecided > 0)
    refuse(partnershipRefusals, refusal('partnership.undecided', { count: undecided, last_day: lastDay }))
  const canceled = later.filter((id) => decisions.get(id) === 'cancel')
  const kept = later.length - canceled.length
  const written = await writePartnership(
    tx,
    partnership,
    { ends_on: lastDay, ending_cancels: canceled, status_reason: reason },
    { ends_on: lastDay, shifts_canceled: canceled.length, shifts_kept: kept },
  )
  const counts = { last_day: lastDay, kept, canceled: canceled.length }
  await notifySides(tx, partnership, written, side, 'partnership.ending', { reason, ...counts })
  return written
}
