import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionStatus } from '../../contract.ts'

type Facts = {
  status: SubscriptionStatus
  trial_ends_at: string
  plan_name: string | null
  owner_id: string | null
}

/** What the viewer's subscription state is derived from; null if they see no subscription. */
export async function findState(tx: Tx): Promise<Facts | null> {
  const { rows } = await sql<Facts>`
    select s.status, s.trial_ends_at, p.name as plan_name, o.owner_id
    from public.subscriptions s left join public.plans p on p.id = s.plan_id left join public.billing_owners o on o.school_id = s.school_id
    where s.school_id = (select app.selected_school_id())`.execute(tx)
  return rows[0] ?? null
}
