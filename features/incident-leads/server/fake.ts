import { incidentLeadHandlers } from './handlers.ts'

/** The calls of this feature, for the tests of those that follow from it. */
export const leadCalls = incidentLeadHandlers()
