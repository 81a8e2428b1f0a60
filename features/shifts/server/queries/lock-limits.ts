import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { type LimitFacts, limitsFrom, type ShiftPlan } from '../../rules.ts'

/** The fields of a plan that affect the limits on its seats. */
const limiting = [
  'date',
  'start_time',
  'end_time',
  'starts_at',
  'ends_at',
  'time_zone',
  'facility_id',
  'experience_type',
  'specialty',
  'semester_id',
  'cohort_ids',
  'proctor_id',
  'more_proctor_ids',
  'preceptor_id',
  'more_preceptor_ids',
] as const satisfies readonly (keyof ShiftPlan)[]
export type PlanChange = Partial<Pick<ShiftPlan, (typeof limiting)[number]>>

/** The fields of this plan that affect its limits. */
export const planChange = (plan: ShiftPlan): PlanChange =>
  Object.fromEntries(limiting.map((field) => [field, plan[field]]))

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
