import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { SessionEnded } from './write-outcome.ts'

/** Ends a job in its own session and in the transaction of its work, so that both happen or neither. */
export async function finishJob(
  tx: Tx,
  id: string,
  end: { status: 'done' | 'canceled'; result: object | null },
): Promise<void> {
  const { numAffectedRows } =
    await sql`update public.jobs j set status = ${end.status}, finished_at = now(), result = ${end.result ? JSON.stringify(end.result) : null}::jsonb,
      done = case when c.total > 0 then c.done when ${end.status} = 'done' then coalesce(j.total, j.done) else j.done end,
      refused = case when c.total > 0 then c.refused else j.refused end
    from (select count(*)::integer as total, count(*) filter (where i.status <> 'waiting')::integer as done, count(*) filter (where i.status in ('refused', 'failed'))::integer as refused
      from public.job_items i where i.job_id = ${id}::uuid) c
    where j.id = ${id}::uuid and j.status = 'running' and (select app.job_id()) = j.id`.execute(tx)
  if (numAffectedRows !== 1n) throw new SessionEnded()
}
