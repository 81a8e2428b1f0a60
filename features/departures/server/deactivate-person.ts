import type { Tx } from '#platform/server/db.ts'
import type { Decision, Holding } from '../contract.ts'
import { clashing, countSteps, planSteps } from '../rules.ts'
import * as departures from './sql.ts'

type Refusals = {
  notFound: () => Error
  undecided: (holdings: Holding[]) => Error
  cannotTakeOver: (holdings: Holding[]) => Error
}
type Departure = { user_id: string; version: number; decisions: readonly Decision[] }

/** Hands over, frees or keeps all that a person holds, then deactivates them; everyone concerned is notified once. */
export async function deactivatePerson(
  tx: Tx,
  { user_id: id, version, decisions }: Departure,
  refusals: Refusals,
): Promise<{ version: number; handed_over: number; freed: number; kept: number }> {
  const found = await departures.plan(tx, id)
  if (!found) throw refusals.notFound()
  const { steps, undecided } = planSteps(found.holdings, decisions)
  if (undecided.length > 0) throw refusals.undecided(undecided)
  const clashes = clashing(steps, found.successors)
  if (clashes.length > 0) throw refusals.cannotTakeOver(clashes)
  const { full_name: name } = found.person
  await departures.group(tx, `departure ${id} ${version}`, `${name} is leaving: what changes for you`)
  for (const step of steps) await departures.takeStep(tx, id, step, `${name} is leaving.`)
  await departures.ungroup(tx)
  return { version: await departures.deactivate(tx, id, version), ...countSteps(steps) }
}
