import type { JobKind } from '#features/jobs/server/public.ts'
import { runBulk, tryBulk } from './bulk.ts'

/** The kinds of jobs that work on shifts, by name. */
export const shiftJobs = { shifts_bulk: runBulk as JobKind, shifts_trial: tryBulk as JobKind }
