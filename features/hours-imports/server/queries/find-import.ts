import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** A line added by an import that still counts. */
export type ImportedLine = {
  id: string
  student_id: string
  full_name: string | null
  minutes: number
  /** Its row in the file. */
  row: string
}

/**
 * The lines that an import added and that no one took back, in row order; empty if the caller can't see the import. A line is identified by
 * its row's key and the time of the job, because another file may have added the same hours later.
 */
export async function findImportedLines(tx: Tx, jobId: string): Promise<ImportedLine[]> {
  const { rows } = await sql<ImportedLine>`
    select e.id, e.student_id, u.full_name, e.minutes, i.key as row
    from public.jobs j join public.job_items i on i.job_id = j.id and i.status = 'done'
    join public.hours_entries e on e.school_id = j.school_id and e.source = 'import'
      and regexp_replace(e.source_key, '^again [0-9a-f-]{36} ', '') = i.input -> 'posts' ->> 'key'
      and e.posted_at between j.started_at and coalesce(j.finished_at, now())
    left join public.hours_entries r on r.reverses = e.id and r.school_id = e.school_id
    left join public.users u on u.id = e.student_id
    where j.id = ${jobId}::uuid and j.kind = 'import_hours' and r.id is null order by i.position`.execute(tx)
  return rows
}

/** An import of hours that the caller may see. */
export async function findImport(tx: Tx, jobId: string) {
  const job = await tx
    .selectFrom('jobs')
    .where('id', '=', jobId)
    .where('kind', '=', 'import_hours')
    .select(['id', 'school_id', 'status', 'input'])
    .executeTakeFirst()
  return job && { ...job, file_name: (job.input as { file_name: string }).file_name }
}

/** The latest imports of a school. */
export async function listImports(tx: Tx, schoolId: string) {
  const rows = await tx
    .selectFrom('jobs')
    .where('kind', '=', 'import_hours')
    .where('school_id', '=', schoolId)
    .select(['id', 'created_at', 'input', 'done', 'refused'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  return rows.map(({ id, created_at, input, done, refused }) => ({
    job_id: id,
    file_name: (input as { file_name: string }).file_name,
    created_at,
    imported: done - refused,
  }))
}
