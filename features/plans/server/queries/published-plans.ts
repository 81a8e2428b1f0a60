import type { Tx } from '#platform/server/db.ts'
import type { Plan } from '../../contract.ts'

/** The published plans in their order. */
export async function publishedPlans(tx: Tx): Promise<Plan[]> {
  const rows = await tx
    .selectFrom('plans')
    .select(['id', 'name', 'audience', 'summary', 'price_cents', 'currency', 'billing_interval', 'features'])
    .where('is_published', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows as Plan[]
}

/** A published plan by its id. */
export const findPlan = async (tx: Tx, id: string): Promise<Plan | undefined> =>
  (await publishedPlans(tx)).find((plan) => plan.id === id)
