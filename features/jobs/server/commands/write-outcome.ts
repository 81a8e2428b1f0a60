import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type ItemOutcome =
  | { status: 'done'; code?: string | null; message?: string | null }
  | { status: 'refused' | 'failed'; code: string | null; message: string }

/** Writes an outcome once; throws if it could not be written, so that the rest of the transaction is undone too. */
export async function writeOutcome(
  tx: Tx,
  id: string,
  position: number,
  outcome: ItemOutcome,
): Promise<void> {
  const { numAffectedRows } =
    await sql`update public.job_items set status = ${outcome.status}, code = ${outcome.code ?? null}, message = ${outcome.message ?? null}, finished_at = now()
    where job_id = ${id}::uuid and position = ${position} and status = 'waiting'`.execute(tx)
  if (numAffectedRows !== 1n) throw new SessionEnded()
}

/** The session of the job is gone: the person who asked may no longer do this. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/** Writes how many rows are finished; returns whether someone asked to cancel, or null if the job's session is gone. */
export async function writeProgress(tx: Tx, id: string): Promise<{ cancel_requested: boolean } | null> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update public.jobs j set done = c.done, refused = c.refused
    from (select count(*) filter (where i.status <> 'waiting')::integer as done, count(*) filter (where i.status in ('refused', 'failed'))::integer as refused
      from public.job_items i where i.job_id = ${id}::uuid) c
    where j.id = ${id}::uuid and (select app.job_id()) = j.id returning j.cancel_requested`.execute(tx)
  return rows[0] ?? null
}

/** Writes the progress of a job that has no rows. */
export async function writeCounts(
  tx: Tx,
  id: string,
  counts: { done: number; total: number },
): Promise<{ cancel_requested: boolean } | null> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update public.jobs j set done = ${counts.done}, total = ${counts.total}
    where j.id = ${id}::uuid and (select app.job_id()) = j.id returning j.cancel_requested`.execute(tx)
  return rows[0] ?? null
}
