import { ORPCError } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import type { Tx } from '#platform/server/db.ts'
import { insertJob } from './commands/insert-job.ts'
import { findJob } from './queries/list-jobs.ts'
import type { NewJob } from './commands/insert-job.ts'

/** The most rows in one job. */
export const MAX_ITEMS = 10_000

/**
 * Starts a job in the caller's transaction: it is queued if that commits, runs later as the caller, and the same id again starts nothing.
 * Throws BAD_REQUEST if it would have more than 10,000 rows, CONFLICT if the id is another job's.
 */
export async function startJob(tx: Tx, job: NewJob): Promise<{ job_id: string }> {
  if ((job.items?.length ?? 0) > MAX_ITEMS)
    throw new ORPCError('BAD_REQUEST', {
      message: `At most ${formatNumber(MAX_ITEMS)} at once; these are ${formatNumber(job.items!.length)}. Narrow the filter first.`,
    })
  if (await insertJob(tx, job)) return { job_id: job.id }
  const known = await findJob(tx, job.id)
  if (known?.is_mine && known.kind === job.kind) return { job_id: job.id }
  throw new ORPCError('CONFLICT', { message: 'This was already started in another way. Start again.' })
}
