import type { Tx } from '#platform/server/db.ts'
import { setupStepsLeft } from '../../rules.ts'
import { findOwnFacility } from './find-own-facility.ts'
import { setupFacts } from './setup-facts.ts'

/** Counts the setup steps that the caller's facility still has to do. */
export async function countSetupSteps(tx: Tx): Promise<number> {
  const facility = await findOwnFacility(tx)
  return facility ? setupStepsLeft({ facility, ...(await setupFacts(tx)) }) : 0
}
