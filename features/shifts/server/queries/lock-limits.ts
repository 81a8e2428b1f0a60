import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { type LimitFacts, limitsFrom } from '../../rules.ts'
import type { PlanChange } from './plan-change.ts'

/**
 * Every limit on the seats of a shift, as it is or with parts of its plan changed. Locks its unit until the transaction ends, so that a
 * concurrent caller counts the seats taken here.
 */
export async function lockLimits(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<SeatLimit[]> {
  const { rows } = await sql<{ facts: LimitFacts }>`
    select app.limits_of_plan(${id}::uuid, ${JSON.stringify(plan)}::jsonb, true) as facts`.execute(tx)
  return limitsFrom(rows[0]!.facts, seats)
}
