import { openSlotsHandlers } from './handlers.ts'

/** The calls about offered places, for tests of other features. */
export const slotCalls = openSlotsHandlers()
