import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionStatus } from '../../contract.ts'

export type PaymentStatus = {
  status: SubscriptionStatus
  past_due_since: string | null
  time_zone: string | null
  owner: { id: string; name: string } | null
}

/** As the worker: the payment status of a school; null if no trial has begun yet. */
export async function findPaymentStatus(tx: Tx, schoolId: string): Promise<PaymentStatus | null> {
  const { rows } = await sql<PaymentStatus>`
    select s.status, s.past_due_since, (select c.time_zone from public.schools c where c.id = s.school_id) as time_zone,
      (select jsonb_build_object('id', u.id, 'name', u.full_name)
        from public.billing_owners o join public.users u on u.id = o.owner_id where o.school_id = s.school_id) as owner
    from public.subscriptions s where s.school_id = ${schoolId}`.execute(tx)
  return rows[0] ?? null
}
