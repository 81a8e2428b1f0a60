import { shiftApprovalsHandlers } from './handlers.ts'

/** The facility's calls, for tests of other features. */
export const approvalCalls = shiftApprovalsHandlers()
