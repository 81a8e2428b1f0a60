import { unitLinkHandlers } from './handlers.ts'

/** The calls of unit links, for tests of other features. */
export const unitLinkCalls = unitLinkHandlers
