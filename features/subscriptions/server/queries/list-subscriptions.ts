import { type RawBuilder, sql } from 'kysely'
import { containing } from '#platform/server/like.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionFilter, SubscriptionRow } from '../../contract.ts'
import { isOnline } from './is-online.ts'

type Asked = SubscriptionFilter & {
  sort: 'school' | 'status' | 'trial_ends_at' | 'period_ends_at'
  dir: 'asc' | 'desc'
  page: number
  page_size: number
}

const columns = {
  school: 'c.name',
  status: 's.status',
  trial_ends_at: 's.trial_ends_at',
  period_ends_at: 's.period_ends_at',
} as const

/** The subscriptions of all schools that are active, for the superadmin. */
export async function listSubscriptions(
  tx: Tx,
  asked: Asked,
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const { search, status, plan, ending, page, page_size } = asked
  const conditions: RawBuilder<unknown>[] = [sql`c.is_active`]
  if (search) conditions.push(sql`c.name ilike ${containing(search)}`)
  if (status) conditions.push(sql`s.status = ${status}`)
  if (plan) conditions.push(sql`s.plan_id = ${plan}`)
  if (ending)
    conditions.push(sql`s.status = 'trialing' and s.trial_ends_at <= now() + ${`${ending} days`}::interval`)
  const from = sql`from public.subscriptions s join public.schools c on c.id = s.school_id where ${sql.join(conditions, sql` and `)}`
  const by = sql`${sql.raw(`${columns[asked.sort]} ${asked.dir} nulls last`)}, c.name, s.id`
  const { rows } = await sql<SubscriptionRow>`
    select s.id, s.school_id, c.name as school_name, c.time_zone, s.status, s.plan_id, s.by_invoice, s.trial_ends_at, s.period_ends_at,
      s.ends_with_period, s.version, ${isOnline} as is_online,
      (select p.name from public.plans p where p.id = s.plan_id) as plan_name,
      (select jsonb_build_object('id', u.id, 'name', u.full_name, 'email', u.email)
        from public.billing_owners o join public.users u on u.id = o.owner_id where o.school_id = s.school_id) as owner
    ${from} order by ${by} limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(
    tx,
  )
  return { rows, total: counted[0]!.total }
}
