import { incidentLeadHandlers } from './handlers.ts'

/** The procedures of incident leads, for tests of dependent features. */
export const leadCalls = incidentLeadHandlers()
