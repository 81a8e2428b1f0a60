import type { Tx } from '#platform/server/db.ts'

type Ended = { id: string; status: 'requested' | 'waitlisted' }
type Request = { id: string; shiftId: string; note: null }
type Handover = { shiftId: string; userId: string; successorId: string | null; reason: string }
type ProjectLeft = {
  kind: 'capstone' | 'capstone_faculty' | 'capstone_preceptor'
  id: string
  isOwn: boolean
  successorId: string | null
  reason: string
}

/** The commands of other features that departures use, injected where the app is assembled. */
export type HoldingCommands = {
  removeSeat: (tx: Tx, seat: { id: string; code: null; reason: string }) => Promise<void>
  withdrawRequest: (tx: Tx, seat: { id: string }) => Promise<void>
  decideRequest: (tx: Tx, seat: { id: string; decision: 'decline'; reason: string }) => Promise<void>
  returnRequest: (tx: Tx, seat: Ended) => Promise<void>
  /** Ends an open swap of a person who leaves. */
  endSwapOf: (tx: Tx, swap: { id: string; userId: string; reason: string }) => Promise<void>
  askForSeat: (tx: Tx, seat: Request) => Promise<{ status: string }>
  /** Ends a student's project, hands one over to another faculty member, or ends a preceptor's part in one. */
  leaveProject: (tx: Tx, left: ProjectLeft) => Promise<void>
  replaceAdvisor: (
    tx: Tx,
    cohortId: string,
    change: { from: string | null; to: string | null },
  ) => Promise<void>
  /** Gives what a person leads to someone else, or back to them; false when it is no longer theirs, or someone leads it already. */
  replaceLeader: (tx: Tx, handover: Handover) => Promise<boolean>
  /** Closes or reopens an account; returns the new version. */
  setPersonStatus: (
    tx: Tx,
    person: { id: string; version: number; status: 'active' | 'deactivated' },
  ) => Promise<number>
  /** Assigns a student again to the shift of a freed seat; returns why not, or null. */
  giveSeatBack: (tx: Tx, id: string) => Promise<string | null>
}
