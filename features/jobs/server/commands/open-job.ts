import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type OpenedJob = {
  kind: string
  input: Record<string, unknown>
  /** The session it acts in; null if the rights of the person who asked have ended. */
  session_hash: string | null
  attempts: number
  cancel_requested: boolean
}

/** What to do, and the session to do it in; undefined for a job that has ended. */
export async function openJob(tx: Tx, id: string): Promise<OpenedJob | undefined> {
  const { rows } = await sql<OpenedJob>`
    with opened as (
      update public.jobs j set status = 'running', started_at = coalesce(j.started_at, now()), attempts = j.attempts + 1
      where j.id = ${id}::uuid and j.status in ('queued', 'running')
      returning j.id, j.kind, j.input, j.attempts, j.cancel_requested)
    select o.kind, o.input, s.token_hash as session_hash, o.attempts, o.cancel_requested
    from opened o left join priv.sessions s on s.job_id = o.id and s.expires_at > now()`.execute(tx)
  return rows[0]
}

/** Ends a job whose own session cannot write it, with the values of the refusal, and ends that session. */
export async function failJob(
  tx: Tx,
  id: string,
  failure: { code: string; message: string; values?: object },
): Promise<void> {
  await sql`
    update public.jobs j set status = 'failed', finished_at = now(), error_code = ${failure.code}, error_message = ${failure.message},
      result = ${failure.values ? JSON.stringify(failure.values) : null}::jsonb,
      done = (select count(*) from public.job_items i where i.job_id = j.id and i.status <> 'waiting') + case when j.total is null then j.done else 0 end,
      refused = (select count(*) from public.job_items i where i.job_id = j.id and i.status in ('refused', 'failed'))
    where j.id = ${id}::uuid and j.status in ('queued', 'running')`.execute(tx)
  await closeSession(tx, id)
}

export async function closeSession(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('priv.sessions').where('job_id', '=', id).execute()
}
