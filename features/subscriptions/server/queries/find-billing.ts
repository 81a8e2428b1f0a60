import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Billing, BillingPerson } from '../../contract.ts'
import { billingRefusals } from '../../messages.ts'
import { findOffer } from './find-offer.ts'
import { isOnline } from './is-online.ts'

type Facts = Omit<Billing, 'takes_payments' | 'contact_email' | 'may_manage' | 'transfer' | 'nominees'>
/** Includes the ids at the payment provider: for commands, never for a screen. */
export type FoundBilling = Facts & { customer_id: string | null; provider_id: string | null }

/** Billing of the selected school; throws NOT_FOUND if no school is selected. */
async function findBilling(tx: Tx): Promise<FoundBilling> {
  const { rows } = await sql<FoundBilling>`
    select s.school_id, c.name as school_name, c.time_zone, s.status, s.by_invoice, s.trial_ends_at, s.period_ends_at, s.ends_with_period,
      s.past_due_since, s.customer_id, s.provider_id, s.customer_id is not null as has_customer,
      ${isOnline} as is_online,
      (select jsonb_build_object('id', p.id, 'name', p.name, 'audience', p.audience, 'summary', p.summary, 'price_cents', p.price_cents,
          'currency', p.currency, 'billing_interval', p.billing_interval, 'features', p.features) from public.plans p where p.id = s.plan_id) as plan,
      (select jsonb_build_object('id', u.id, 'name', u.full_name, 'email', u.email)
        from public.billing_owners o join public.users u on u.id = o.owner_id where o.school_id = s.school_id) as owner
    from public.subscriptions s join public.schools c on c.id = s.school_id
    where s.school_id = (select app.selected_school_id())`.execute(tx)
  return rows[0] ?? refuse(billingRefusals, refusal('billing.no_school'))
}

/** Active administrators of the school other than its billing owner, by name. */
async function listNominees(tx: Tx, { school_id, owner }: Facts): Promise<BillingPerson[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'full_name as name', 'email'])
    .where('linked_school_id', '=', school_id)
    .where('role', 'in', ['school_admin', 'school_super_admin'])
    .where('status', '=', 'active')
    .where('id', 'is distinct from', owner?.id ?? null)
    .orderBy('full_name')
    .orderBy('id')
    .limit(500)
    .execute()
}

type Viewer = { userId: string; role: string }
type Server = { takes_payments: boolean; contact_email: string | null }

/** Billing of the selected school as this viewer sees it. */
export async function showBilling(
  tx: Tx,
  viewer: Viewer,
  server: Server,
): Promise<Billing & Pick<FoundBilling, 'customer_id' | 'provider_id'>> {
  const found = await findBilling(tx)
  const may_manage = viewer.role === 'superadmin' || found.owner?.id === viewer.userId
  return {
    ...found,
    ...server,
    may_manage,
    transfer: await findOffer(tx, { school_id: found.school_id }),
    nominees: may_manage ? await listNominees(tx, found) : [],
  }
}
