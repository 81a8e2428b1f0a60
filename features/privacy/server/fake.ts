import type { Pool } from '#platform/server/db.ts'
import { privacyHandlers } from './handlers.ts'

/** The calls on releases and rosters, for tests of other features. */
export const privacyCalls = (services: { authPool: Pool }) => privacyHandlers(services)
