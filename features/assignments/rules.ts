import { refusal } from '#core/refusal.ts'
import { isPast } from './rules/seats.ts'
import type { SwapOption } from './rules/swaps.ts'

/** The steps of a seat, which party may take them, and what blocks them. */
export {
  seatLabels,
  actsForSchool,
  seatSteps,
  offerBlocker,
  dropBlocker,
  isUnderfilledAfterDrop,
  conflictBlocker,
  askBlocker,
  keepBlocker,
  stayBlocker,
  removalBlocker,
  assigningBlocker,
  assigningOutlook,
  isShownToStudents,
  rosterBlocker,
  returnBlocker,
  emptyRosterWords,
} from './rules/seats.ts'
/** Seats that students offer each other. */
export {
  type SwapParty,
  swapSteps,
  isSwapOpen,
  answerBlocker,
  answerOfSwap,
  decisionBlocker,
  swapLabels,
  swapBlocker,
  type SwapOption,
  swapPartnersOf,
} from './rules/swaps.ts'
/** Hours to make up: what creates them, and how they are arranged or waived. */
export {
  needSteps,
  waiveBlocker,
  scheduleBlocker,
  lengthBlocker,
  makesNeed,
  makeupLabels,
} from './rules/make-ups.ts'
/** What keeps a student from a seat on a shift, and what may be overridden. */
export {
  blockerOf,
  type FoundBlocker,
  withClearance,
  type Override,
  overrideOf,
  type FullFacts,
  limitOfFull,
  limitsReached,
  ruleOfRefusal,
  seatBlocker,
  fullBlocker,
} from './rules/blockers.ts'
/** What students see of their seats and can do next. */
export {
  isClearanceAsked,
  shiftsToKeep,
  isOfferComing,
  type SeatAction,
  type AskedShift,
  storedAction,
  availableActions,
  mayDrop,
  withSeatAction,
  withoutSeatAction,
  withOpen,
  clashing,
  clashLink,
  partsOf,
  type SeatPart,
  seatsOf,
  joinableWaitlists,
  splitByBlock,
  suggestedShifts,
  dayOf,
  ahead,
  timeLeft,
  countdown,
  sharesOf,
  hoursNotScheduled,
} from './rules/own-seats.ts'

/** Why a swap of this seat with this classmate cannot be proposed, or null if both students could take part (domain 2.4). */
export const optionBlocker = (options: readonly SwapOption[], studentId: string, otherId: string | null) =>
  options.some((one) => one.student_id === studentId && one.assignment_id === otherId)
    ? null
    : refusal('swap.not_possible')

/** The deadline for answering an offer: 24 hours, or the drop cutoff or the shift's start if sooner (domain §2.4). */
export function offerUntil(
  { starts_at: start, drop_cutoff_at: cutoff }: { starts_at: string; drop_cutoff_at: string | null },
  now: string,
): string {
  const last = cutoff !== null && !isPast(cutoff, now) ? cutoff : start
  return new Date(Math.min(Date.parse(now) + 24 * 3_600_000, Date.parse(last))).toISOString()
}

/** How a fair round decides a request, and why. */
export type RoundOutcome = { status: 'assigned' | 'waitlisted' | 'declined'; reason: string | null }

/** The reason given to students who took another seat just as a fair round was decided. */
export const TAKEN_MEANWHILE = 'Another shift is at that time, or too close to a night shift.'

/** A request of a fair round: its student's hours in the semester, and a lot that no one chose and anyone can verify. */
export type RoundRequest = { assignment_id: string; student_id: string; hours: number; lot: string }

/** The order of a fair round: fewest hours first, ties by lot (domain §2.4). */
export const roundOrder = <Request extends RoundRequest>(requests: readonly Request[]): Request[] =>
  requests.toSorted((a, b) => a.hours - b.hours || (a.lot < b.lot ? -1 : 1))

/** Decides the next request of a fair round: declined if a rule blocks its student, otherwise a seat while any are free (domain §2.4). */
export function roundOutcome({ blocker, free }: { blocker: string | null; free: number }): RoundOutcome {
  if (blocker !== null) return { status: 'declined', reason: blocker }
  if (free > 0) return { status: 'assigned', reason: null }
  return { status: 'waitlisted', reason: 'The seats went to those with fewer hours.' }
}
