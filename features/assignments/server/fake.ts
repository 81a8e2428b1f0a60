import { assignmentHandlers } from './handlers.ts'

/** The calls on seats, for tests of other features. */
export const seatCalls = assignmentHandlers()
