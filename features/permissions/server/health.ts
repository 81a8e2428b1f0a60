import type { JobKind } from '#features/jobs/server/public.ts'
import type { Health } from '../contract.ts'
import { FINDINGS_MAX, findings } from './queries/find-findings.ts'

export const HEALTH_JOB = 'permission_health'

/** A check older than this is done again when someone looks. */
export const HEALTH_OLD_MS = 24 * 60 * 60 * 1000

/** It looks at everyone: seconds for a tenth of the nation. */
const CHECK_MS = 240_000

/** Checks the permission data and keeps what it found as the result of the job; reads only. */
const checkHealth: JobKind = async (job) => {
  const found = await job.act(findings, { deadlineMs: CHECK_MS, readOnly: true })
  return {
    checked_at: new Date().toISOString(),
    findings: found.slice(0, FINDINGS_MAX),
    truncated: found.length > FINDINGS_MAX,
  } satisfies Health
}

/** The kinds of jobs of permissions, by name. */
export const permissionJobs = { [HEALTH_JOB]: checkHealth }
