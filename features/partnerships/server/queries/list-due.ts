import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { DueFacts } from '../../rules.ts'

export type DuePartnership = DueFacts & {
  id: string
  school_id: string
  school_name: string
  organization_id: string
  organization_name: string
  status_reason: string | null
  version: number
  ending_cancels: string[]
}

/** Partnerships that may be due at an instant (ISO) or now, locked; empty while another process runs. */
export async function listDue(tx: Tx, now: string | undefined): Promise<DuePartnership[]> {
  const at = now ? sql`${now}::timestamptz` : sql`now()`
  const { rows: held } = await sql<{ is_held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell partnerships')) as is_held`.execute(tx)
  if (!held[0]!.is_held) return []
  const { rows } = await sql<DuePartnership>`
    select p.id, p.school_id, c.name as school_name, p.organization_id, f.name as organization_name, p.status, p.status_reason, p.version, p.ends_on,
      p.ending_cancels, p.effective_to, p.auto_renew, p.notice_days, (${at} at time zone f.time_zone)::date as today,
      (select min((e.details ->> 'rung')::integer) from public.partnership_events e where e.partnership_id = p.id and e.event = 'reminded'
        and (e.details ->> 'effective_to')::date = p.effective_to) as reminded
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    cross join (select (${at} at time zone 'UTC')::date + 1 as latest) d
    where (p.status in ('active', 'suspended') and p.ends_on < d.latest)
      or (p.status = 'active' and p.ends_on is null and p.effective_to <= d.latest + case when p.auto_renew then 366 else 120 end)
    order by p.id for update of p skip locked`.execute(tx)
  return rows
}
