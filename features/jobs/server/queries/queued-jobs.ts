import type { Tx } from '#platform/server/db.ts'
import type { WaitingJob } from '#platform/server/job-queue.ts'
import { sql } from 'kysely'

/**
 * Jobs that wait to run, in the order of their requests, each with the id of its queue entry: one entry for each time it was requested; and
 * the school or facility it is for.
 */
export const toQueue = (tx: Tx): Promise<WaitingJob[]> => queuedJobs(tx).execute()

/** The query of `toQueue`, for the test of its plan. */
export const queuedJobs = (tx: Tx) =>
  tx
    .selectFrom('jobs as j')
    .leftJoin('priv.sessions as s', 's.job_id', 'j.id')
    .where('j.status', '=', 'queued')
    .orderBy('j.created_at')
    .orderBy('j.id')
    .select([
      'j.id as jobId',
      sql<string>`md5(j.id || ' ' || coalesce(s.token_hash, ''))::uuid`.as('id'),
      sql<string>`coalesce(j.school_id, j.facility_id, j.id)`.as('party'),
    ])
