import type { Tx } from '#platform/server/db.ts'

type Ended = { id: string; status: 'requested' | 'waitlisted' }

/** The commands of other features that leaves use, injected where the app is assembled. */
export type SeatCommands = {
  removeSeat: (tx: Tx, seat: { id: string; code: null; reason: string }) => Promise<void>
  decideRequest: (tx: Tx, seat: { id: string; decision: 'decline'; reason: string }) => Promise<void>
  returnRequest: (tx: Tx, seat: Ended) => Promise<void>
  assignStudents: (
    tx: Tx,
    to: { shiftId: string; students: readonly string[]; reason: null },
  ) => Promise<{ message: string | null }[]>
  /** Asks to reschedule a capstone day. */
  changeDay: (tx: Tx, day: { id: string; change: 'reschedule'; reason: string }) => Promise<void>
}
