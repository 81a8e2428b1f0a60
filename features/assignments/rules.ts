/** What may become of a seat, by whom, and what stands in the way. */
export {
  seatWords,
  speaksForSchool,
  seatSteps,
  offerBlocker,
  dropBlocker,
  runsShort,
  conflictBlocker,
  keepBlocker,
  removalBlocker,
  assigningBlocker,
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
  swapWords,
  swapBlocker,
  type SwapOption,
  swapPartnersOf,
} from './rules/swaps.ts'
/** Hours to make up: what makes them, and how they are arranged or waived. */
export {
  needSteps,
  waiveBlocker,
  scheduleBlocker,
  lengthBlocker,
  makesNeed,
  makeupWords,
} from './rules/make-ups.ts'
/** What keeps a student from a seat on a shift, and what may be set aside. */
export {
  blockerOf,
  type FoundBlocker,
  withClearance,
  type Override,
  setAside,
  type FullFacts,
  limitOfFull,
  limitsReached,
  ruleOfRefusal,
  seatBlocker,
  fullBlocker,
} from './rules/blockers.ts'
/** What students see of their seats and can do next. */
export {
  shiftsToKeep,
  isOfferComing,
  waitingStates,
  comingStates,
  type SeatAction,
  type AskedShift,
  keptAction,
  outlookOf,
  mayDrop,
  withSeatAction,
  withoutSeatAction,
  withOpen,
  clashing,
  partsOf,
  type SeatPart,
  seatsOf,
  openLines,
  dayOf,
  ahead,
  timeLeft,
  countdown,
  sharesOf,
  hoursNotScheduled,
} from './rules/own-seats.ts'
/** How students get seats by themselves: options, offers and rounds. */
export {
  optionBlocker,
  offerUntil,
  type RoundOutcome,
  TAKEN_MEANWHILE,
  type RoundRequest,
  roundOrder,
  roundOutcome,
} from './rules/sign-up.ts'
