import type { Tx } from '#platform/server/db.ts'
import { setupStepsLeft } from '../../rules.ts'
import { findPlace, setupFacts } from '../sql.ts'

/** How many steps of the setup the asker's facility still has to do. */
export async function countSetupSteps(tx: Tx): Promise<number> {
  const place = await findPlace(tx)
  return place ? setupStepsLeft({ place, ...(await setupFacts(tx)) }) : 0
}
