import { privacyHandlers } from './handlers.ts'

/** The calls on releases and rosters, for tests of other features. */
export const privacyCalls = privacyHandlers()
