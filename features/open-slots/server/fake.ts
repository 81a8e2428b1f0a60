import { openSlotsHandlers } from './handlers.ts'

/** The procedures of open slots, for tests of other features. */
export const slotCalls = openSlotsHandlers()
