import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Job, JobItem, JobItemStatus, JobReason } from '../contract.ts'

const columns = sql`j.id, j.kind, j.title, j.status, j.asked_by, u.full_name as asked_by_name, coalesce(j.asked_by = (select app.uid()), false) as is_mine, j.total, j.done,
  j.refused, j.cancel_requested, j.result, j.error_code, j.error_message, j.created_at, j.started_at, j.finished_at`
const from = sql`public.jobs j left join public.users u on u.id = j.asked_by`

export async function list(tx: Tx, limit: number): Promise<Job[]> {
  const { rows } = await sql<Job>`select ${columns} from ${from}
    where j.kind not like '%\\_trial' order by j.created_at desc, j.id limit ${limit}`.execute(tx)
  return rows
}

export async function findById(tx: Tx, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select ${columns} from ${from} where j.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

export async function reasons(tx: Tx, id: string): Promise<JobReason[]> {
  const { rows } = await sql<JobReason>`
    select i.status, i.code, i.message, count(*)::integer as count from public.job_items i where i.job_id = ${id}::uuid
    group by 1, 2, 3 order by i.status, count(*) desc, i.message limit 200`.execute(tx)
  return rows
}

export async function items(
  tx: Tx,
  id: string,
  asked: { status: JobItemStatus | undefined; limit: number; offset: number },
): Promise<{ rows: JobItem[]; total: number }> {
  const where = sql`i.job_id = ${id}::uuid and (${asked.status ?? null}::text is null or i.status = ${asked.status ?? null})`
  const { rows } =
    await sql<JobItem>`select i.position, i.key, i.label, i.status, i.code, i.message from public.job_items i
    where ${where} order by i.position limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::integer as total from public.job_items i where ${where}`.execute(tx) // prettier-ignore
  return { rows, total: counted[0]!.total }
}

export type NewJob = {
  /** The browser's choice: the same id again starts nothing. */
  id: string
  kind: string
  title: string
  school_id?: string | null
  facility_id?: string | null
  input: object
  items?: readonly NewItem[]
}
/** What one row is about: `key` once per job, `label` as people read it. */
export type NewItem = { key: string; label: string; input?: object }

/** True when it was written, false when a job of this id is there already. */
export async function insert(tx: Tx, job: NewJob): Promise<boolean> {
  const { items: rows } = job
  const { numAffectedRows } = await sql`
    insert into public.jobs (id, kind, title, school_id, facility_id, input, total)
    values (${job.id}::uuid, ${job.kind}, ${job.title}, ${job.school_id ?? null}::uuid, ${job.facility_id ?? null}::uuid, ${JSON.stringify(job.input)}::jsonb,
      ${rows?.length ?? null}::integer) on conflict (id) do nothing`.execute(tx)
  if (!numAffectedRows) return false
  if (rows && rows.length > 0)
    await sql`insert into public.job_items (job_id, position, key, label, input)
      select ${job.id}::uuid, (e.value ->> 0)::integer, e.value ->> 1, left(e.value ->> 2, 300), e.value -> 3 from jsonb_array_elements(${JSON.stringify(
        rows.map(({ key, label, input }, position) => [position, key, label, input ?? {}]),
      )}::jsonb) e`.execute(tx)
  return true
}

export async function requestCancel(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update public.jobs set cancel_requested = true
    where id = ${id}::uuid and asked_by = (select app.uid()) and status in ('queued', 'running')`.execute(tx)
  return numAffectedRows === 1n
}

export async function requeue(tx: Tx, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update public.jobs set status = 'queued'
    where id = ${id}::uuid and asked_by = (select app.uid()) and status in ('failed', 'canceled')`.execute(tx)
  return numAffectedRows === 1n
}

// ── What the worker does ──

/** Jobs that wait to be done, in the order in which they were asked for, each with the id of its entry in the queue: one for each time that it was asked for. */
export const toQueue = (tx: Tx): Promise<{ id: string; jobId: string }[]> => queuedJobs(tx).execute()

/** The query of `toQueue`, for the test of its plan. */
export const queuedJobs = (tx: Tx) =>
  tx
    .selectFrom('jobs as j')
    .leftJoin('priv.sessions as s', 's.job_id', 'j.id')
    .where('j.status', '=', 'queued')
    .orderBy('j.created_at')
    .orderBy('j.id')
    .select(['j.id as jobId', sql<string>`md5(j.id || ' ' || coalesce(s.token_hash, ''))::uuid`.as('id')])

export type OpenedJob = {
  kind: string
  input: Record<string, unknown>
  /** The session it acts in; null when the rights of the person who asked have ended. */
  session_hash: string | null
  attempts: number
  cancel_requested: boolean
}

/** What to do, and the session to do it in; undefined for a job that has ended. */
export async function open(tx: Tx, id: string): Promise<OpenedJob | undefined> {
  const { rows } = await sql<OpenedJob>`
    with opened as (
      update public.jobs j set status = 'running', started_at = coalesce(j.started_at, now()), attempts = j.attempts + 1
      where j.id = ${id}::uuid and j.status in ('queued', 'running')
      returning j.id, j.kind, j.input, j.attempts, j.cancel_requested)
    select o.kind, o.input, s.token_hash as session_hash, o.attempts, o.cancel_requested
    from opened o left join priv.sessions s on s.job_id = o.id and s.expires_at > now()`.execute(tx)
  return rows[0]
}

/** The end of a job whose own session cannot write it, with the values of what refused it, and the end of that session. */
export async function fail(
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

export type WaitingItem = { position: number; key: string; label: string; input: Record<string, unknown> }

/** Rows that wait, in their order, behind a position. */
export async function waitingItems(tx: Tx, id: string, after: number, limit: number): Promise<WaitingItem[]> {
  const { rows } = await sql<WaitingItem>`select position, key, label, input from public.job_items
    where job_id = ${id}::uuid and status = 'waiting' and position > ${after} order by position limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Locks a row that still waits; false when it has its outcome, or when another process is at it. */
export async function claimItem(tx: Tx, id: string, position: number): Promise<boolean> {
  const { rows } = await sql`select 1 from public.job_items
    where job_id = ${id}::uuid and position = ${position} and status = 'waiting' for no key update skip locked`.execute(
    tx,
  )
  return rows.length === 1
}

export type ItemOutcome =
  | { status: 'done'; code?: string | null; message?: string | null }
  | { status: 'refused' | 'failed'; code: string | null; message: string }

/** Writes an outcome once; throws when it could not be written, so that nothing else of the transaction stays either. */
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

/** The session of the job is gone: the person who asked may not do this any more. */
export class SessionEnded extends Error {
  override name = 'SessionEnded'
}

/** Counts what is through; tells whether someone wants it to stop, or null when the job's session is gone. */
export async function writeProgress(tx: Tx, id: string): Promise<{ cancel_requested: boolean } | null> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update public.jobs j set done = c.done, refused = c.refused
    from (select count(*) filter (where i.status <> 'waiting')::integer as done, count(*) filter (where i.status in ('refused', 'failed'))::integer as refused
      from public.job_items i where i.job_id = ${id}::uuid) c
    where j.id = ${id}::uuid and (select app.job_id()) = j.id returning j.cancel_requested`.execute(tx)
  return rows[0] ?? null
}

/** How far a job is that has no rows of its own. */
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

/** Ends a job in its own session: in the transaction of its work, so that both are there or neither. */
export async function finish(
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

export const savepoint = (tx: Tx) => sql`savepoint one_item`.execute(tx)
export const releaseSavepoint = (tx: Tx) => sql`release savepoint one_item`.execute(tx)
export const rollbackToSavepoint = (tx: Tx) => sql`rollback to savepoint one_item`.execute(tx)

/** The newest result of a kind of job, and the newest job of it that is at work or failed since; as far as the asker sees them. */
export async function latest<Result>(
  tx: Tx,
  kind: string,
): Promise<{ result: Result | null; last_job: { id: string; status: Job['status'] } | null }> {
  const { rows } = await sql<{
    result: Result | null
    last_job: { id: string; status: Job['status'] } | null
  }>`
    select (select j.result from public.jobs j where j.kind = ${kind} and j.status = 'done' order by j.created_at desc, j.id limit 1) as result,
      (select jsonb_build_object('id', j.id, 'status', j.status) from public.jobs j where j.kind = ${kind} order by j.created_at desc, j.id limit 1) as last_job`.execute(
    tx,
  )
  return rows[0]!
}
