import type { Tx } from '#platform/server/db.ts'

type Ended = { id: string; status: 'requested' | 'waitlisted' }

/** What a leave does with commands: commands of other features, handed in where the product is wired together. */
export type SeatCommands = {
  removeSeat: (tx: Tx, seat: { id: string; code: null; reason: string }) => Promise<void>
  decideRequest: (tx: Tx, seat: { id: string; decision: 'decline'; reason: string }) => Promise<void>
  returnRequest: (tx: Tx, seat: Ended) => Promise<void>
  assignStudents: (
    tx: Tx,
    to: { shiftId: string; students: readonly string[]; reason: null },
  ) => Promise<{ message: string | null }[]>
  /** A capstone day that has to be rescheduled. */
  changeDay: (tx: Tx, day: { id: string; change: 'reschedule'; reason: string }) => Promise<void>
}
