import { sql } from 'kysely'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision, Holding } from '../../contract.ts'
import { departureRefusals } from '../../messages.ts'
import { clashing, type Occasion, planSteps, type Step } from '../../rules.ts'
import type { Plan } from '../queries/get-plan.ts'

/** The contract's own refusals, which name the undecided or clashing holdings. */
export type DecisionRefusals = {
  undecided: (holdings: Holding[]) => Error
  cannotTakeOver: (holdings: Holding[]) => Error
}

/** Locks decisions about this person until the end of the transaction. */
export async function lockDeparture(tx: Tx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('departure'), hashtext(${userId}))`.execute(tx)
}

/** The steps for the holdings, as decided; throws if one is undecided, a successor cannot take over, or the person may not leave. */
export function decideSteps(
  { person, blocker, successors }: Plan,
  held: readonly Holding[],
  { version, decisions }: { version: number; decisions: readonly Decision[] },
  refusals: DecisionRefusals,
  occasion: Occasion = 'leave',
): Step[] {
  if (person.version !== version) refuse(departureRefusals, { code: 'departure.old_version', values: {} })
  if (blocker) refuse(departureRefusals, { code: 'departure.last_administrator', values: { blocker } })
  const { steps, undecided } = planSteps(held, decisions, occasion)
  if (undecided.length > 0) throw refusals.undecided(undecided)
  const clashes = clashing(steps, successors)
  if (clashes.length > 0) throw refusals.cannotTakeOver(clashes)
  return steps
}
