import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { seatRefusals } from '../../messages.ts'
import { assigningBlocker } from '../../rules.ts'
import { type LockedShift, lockShift } from './lock-shift.ts'

/** Locks a shift for a caller who assigns students to it. Refuses if the caller has no such shift, or no one can be assigned to it now. */
export async function lockRoster(tx: Tx, shiftId: string, source: 'admin' | 'makeup'): Promise<LockedShift> {
  const shift = await lockShift(tx, { id: shiftId })
  if (!shift || shift.party === 'student') return refuse(seatRefusals, refusal('seat.no_shift'))
  refuseIf(seatRefusals, assigningBlocker({ party: shift.party, status: shift.shift_status }, source))
  return shift
}
