import type { JobItem, jobsContract } from '#features/jobs/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import type { invitationsContract } from '../contract.ts'

export const invitations = featureApi<typeof invitationsContract>('invitations')

// People and approvals depend on this feature: their lists are named by key only, to avoid an import cycle.
const people = featureApi<Record<string, never>>('people')

/** The queries that are stale after an invitation was created or changed. */
export const invitationLists = [invitations.key(), people.key()]

const jobs = featureApi<typeof jobsContract>('jobs')
const PAGE = 500

/** The results of every row of a file, in order, once its job has ended. */
export async function outcomesOf(jobId: string): Promise<JobItem[]> {
  const found: JobItem[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await jobs.items.call({ id: jobId, page, page_size: PAGE })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
