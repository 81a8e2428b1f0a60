import { openSlotsHandlers } from './handlers.ts'

/** The calls about open slots, for tests of other features. */
export const slotCalls = openSlotsHandlers()
