import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { seatRefusals } from '../../messages.ts'
import { returnBlocker, actsForSchool } from '../../rules.ts'
import { lockSeat } from './lock-seat.ts'
import { writeSeat } from './write-seat.ts'

type Ended = { id: string; status: 'requested' | 'waitlisted' }

/** Restores a request that ended when its student left; for the school. */
export async function returnRequest(tx: Tx, { id, status }: Ended): Promise<void> {
  const seat = await lockSeat(tx, id, ['declined', 'withdrawn'])
  if (!actsForSchool(seat.party)) refuse(seatRefusals, refusal('seat.school_decides_requests'))
  refuseIf(seatRefusals, returnBlocker(seat))
  await writeSeat(tx, seat, { status, reason: null })
}
