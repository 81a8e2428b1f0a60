import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: begins the trial of schools that have none because they were created by an import or a script. Returns how many. */
export async function beginMissingTrials(tx: Tx): Promise<number> {
  const { rows } = await sql`
    with begun as (
      insert into public.subscriptions (school_id, trial_ends_at)
      select c.id, greatest(c.created_at, now() - interval '1 day') + interval '30 days' from public.schools c
      where c.is_active and not exists (select from public.subscriptions s where s.school_id = c.id)
      on conflict (school_id) do nothing returning school_id, trial_ends_at)
    insert into public.billing_events (school_id, kind, details)
    select school_id, 'trial_started', jsonb_build_object('until', trial_ends_at) from begun returning id`.execute(
    tx,
  )
  return rows.length
}
