import type { JobKind } from '#features/jobs/server/public.ts'
import type { Health } from '../contract.ts'
import { FINDINGS_MAX, findings } from './queries/find-findings.ts'

export const HEALTH_JOB = 'permission_health'

/** A check older than this is repeated when someone opens the page. */
export const HEALTH_OLD_MS = 24 * 60 * 60 * 1000

/** The check covers everyone: it takes seconds for a tenth of the nation. */
const CHECK_MS = 240_000

/** Checks the permission data and stores the findings as the result of the job; reads only. */
export const checkHealth: JobKind = async (job) => {
  const found = await job.act(findings, { deadlineMs: CHECK_MS, readOnly: true })
  return {
    checked_at: new Date().toISOString(),
    findings: found.slice(0, FINDINGS_MAX),
    truncated: found.length > FINDINGS_MAX,
  } satisfies Health
}
