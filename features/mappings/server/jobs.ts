import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { beginRun, finishRun } from './commands/execute-run.ts'

/** Proposes mappings as the person who started the run, so it uses only what they may see. */
const mappingRun: JobKind<{ run_id: string }> = async (job) => {
  const id = job.input.run_id
  if (!(await job.act((tx) => beginRun(tx, id)))) return { run_id: id }
  await job.act(async (tx) => {
    await finishRun(tx, id)
    await job.finishIn(tx, { run_id: id })
  })
  return { run_id: id }
}

export const mappingJobs = { mapping_run: mappingRun } as JobKinds
