import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type NewJob = {
  /** Chosen by the browser: the same id again starts nothing. */
  id: string
  kind: string
  title: string
  school_id?: string | null
  facility_id?: string | null
  input: object
  items?: readonly NewItem[]
}

/** What one row is about: `key` is unique in the job, `label` is for people. */
export type NewItem = { key: string; label: string; input?: object }

/** Returns true if it was inserted, false if there is already a job with this id. */
export async function insertJob(tx: Tx, job: NewJob): Promise<boolean> {
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
