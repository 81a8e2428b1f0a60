import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the worker: queues a reading of each daily connection that was not read for a day; returns how many. */
export async function queueDue(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into public.canvas_runs (connection_id, school_id, kind)
    select c.id, c.school_id, 'roster' from public.canvas_connections c join public.schools s on s.id = c.school_id
    where c.reads_daily and c.status in ('active', 'error')
      and exists (select from public.canvas_terms t where t.connection_id = c.id and t.semester_id is not null)
      and not exists (select from public.canvas_runs r where r.connection_id = c.id and r.kind = 'roster'
        and (r.status in ('queued', 'running') or r.created_at > now() - interval '24 hours'))
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export type ClaimedRun = { id: string; connection_id: string; school_id: string; is_old: boolean }

/**
 * As the worker: takes the run that has waited longest, or one without
 * progress for five minutes; two processes never take the same one.
 */
export async function claimRun(tx: Tx): Promise<ClaimedRun | undefined> {
  const { rows } = await sql<ClaimedRun>`
    update public.canvas_runs r set status = 'running', started_at = coalesce(r.started_at, now()), moved_at = now()
    where r.id = (select q.id from public.canvas_runs q where q.status = 'queued' or q.status = 'running' and q.moved_at < now() - interval '5 minutes'
      order by q.created_at limit 1 for update skip locked)
    returning r.id, r.connection_id, r.school_id, r.started_at < now() - interval '2 hours' as is_old`.execute(
    tx,
  )
  return rows[0]
}
