import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SubscriptionRow } from '../../contract.ts'
import { billingRefusals } from '../../messages.ts'
import { isOnline } from './is-online.ts'

type Found = Pick<
  SubscriptionRow,
  'id' | 'school_id' | 'school_name' | 'time_zone' | 'status' | 'is_online' | 'trial_ends_at' | 'version'
> & { until_at: string }

/** A subscription for the superadmin, with the end of a day in the school's zone; refuses one that changed since it was seen. */
export async function findSubscription(
  tx: Tx,
  { id, version, until }: { id: string; version: number; until: PlainDate },
): Promise<Found> {
  const { rows } = await sql<Found>`
    select s.id, s.school_id, c.name as school_name, c.time_zone, s.status, s.trial_ends_at, s.version,
      ${isOnline} as is_online,
      (${until}::date + 1)::timestamp at time zone c.time_zone as until_at
    from public.subscriptions s join public.schools c on c.id = s.school_id where s.id = ${id}`.execute(tx)
  const found = rows[0] ?? refuse(billingRefusals, refusal('billing.not_found'))
  if (found.version !== version) refuse(billingRefusals, refusal('billing.old_version'))
  return found
}
