import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { judgeRows } from './commands/judge-rows.ts'
import { writeImport } from './commands/write-import.ts'

/** One transaction of a million rows takes long; the job can be canceled meanwhile. */
const DEADLINE_MS = 2 * 60 * 60_000

/** Judges every row of a file, as the person who imports it. */
const judgeImport: JobKind<{ import_id: string }> = (job) =>
  job.act((tx) => judgeRows(tx, job.input.import_id), { deadlineMs: DEADLINE_MS })

/**
 * Writes a file: its rows, the audit trail and the end of the job are one transaction. A process that dies midway leaves nothing, and the
 * next one starts again.
 */
export const commitImport: JobKind<{ import_id: string; with_changes: boolean }> = async (job) => {
  const { import_id: id, with_changes } = job.input
  await job.act(
    async (tx) => {
      const counts = await writeImport(tx, { id, with_changes }, job.progress)
      await job.finishIn(tx, counts)
    },
    { deadlineMs: DEADLINE_MS },
  )
}

export const importJobs = { judge_import: judgeImport, commit_import: commitImport } as JobKinds
