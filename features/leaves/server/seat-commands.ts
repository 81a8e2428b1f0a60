import type { Tx } from '#platform/server/db.ts'

type Ended = { id: string; status: 'requested' | 'waitlisted' }

/** The commands of other features that leaves use, injected where the app is assembled. */
export type SeatCommands = {
  removeSeat: (tx: Tx, seat: { id: string; code: null; reason: string }) => Promise<void>
  decideRequest: (tx: Tx, seat: { id: string; decision: 'decline'; reason: string }) => Promise<void>
  returnRequest: (tx: Tx, seat: Ended) => Promise<void>
  /** Assigns a student again to the shift of a freed seat; returns why not, or null. */
  giveSeatBack: (tx: Tx, id: string) => Promise<string | null>
  /** Asks to reschedule a capstone day. */
  changeDay: (tx: Tx, day: { id: string; change: 'reschedule'; reason: string }) => Promise<void>
}
