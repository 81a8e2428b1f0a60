import { waitingSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { endedSeat, writeSeat } from './write-seat.ts'

/** A student withdraws a request or leaves the waitlist; an offered seat goes to the next in line. */
export async function withdrawRequest(tx: Tx, { id }: { id: string }): Promise<void> {
  const seat = await lockOwnSeat(tx, id, waitingSeats, 'Only the student can withdraw.')
  await writeSeat(tx, seat, endedSeat('withdrawn'))
}
