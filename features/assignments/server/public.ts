import { assignStudents } from './commands/assign-students.ts'
import { decideRequest } from './commands/decide-request.ts'
import { endSwapOf } from './commands/end-swap-of.ts'
import { giveSeatBack } from './commands/give-seat-back.ts'
import { removeSeat } from './commands/remove-seat.ts'
import { returnRequest } from './commands/return-request.ts'
import { withdrawRequest } from './commands/withdraw-request.ts'
import { askForSeat } from './commands/ask-for-seat.ts'

/** Commands on seats for other features. */
export const seatCommands = {
  removeSeat,
  withdrawRequest,
  decideRequest,
  returnRequest,
  askForSeat,
  assignStudents,
  giveSeatBack,
  endSwapOf,
}

export { blockersOf } from './queries/blockers-of.ts'
export { offerSeats } from './commands/offer-seats.ts'
export { startSeatOffers } from './worker.ts'
export { restSeatsAgain } from './commands/rest-seats-again.ts'
export { runDueSeatWork } from './commands/run-due-seat-work.ts'
export { proctorStudentsIn } from './queries/proctor-students-in.ts'
