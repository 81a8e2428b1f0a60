import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { seatRefusals } from '../../messages.ts'
import { offerBlocker } from '../../rules.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { endedSeat, writeSeat } from './write-seat.ts'

/** A student accepts the seat that the waitlist offers, or declines it; then the next in line is offered it. */
export async function answerOffer(tx: Tx, { id, accept }: { id: string; accept: boolean }): Promise<void> {
  const seat = await lockOwnSeat(tx, id, ['offered'], 'Only the student can answer the offer.')
  refuseIf(seatRefusals, offerBlocker(seat))
  await writeSeat(tx, seat, accept ? { status: 'assigned' } : endedSeat('withdrawn'))
}
