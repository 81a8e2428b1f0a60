import type { JobItem, jobsContract } from '#features/jobs/contract.ts'
import { featureApi, keysOf } from '#platform/web/api.ts'
import type { hoursImportsContract } from '../contract.ts'

export const hoursImports = featureApi<typeof hoursImportsContract>('hoursImports')

/** Pages that show students' hours. */
export const hoursTouches = keysOf('hoursImports', 'hours', 'assignments', 'students')

const jobs = featureApi<typeof jobsContract>('jobs')

/** The results of every row of a file, in order, once its job has ended. */
export async function hoursOutcomes(jobId: string): Promise<JobItem[]> {
  const found: JobItem[] = []
  for (let page = 1; ; page++) {
    const { rows, total } = await jobs.items.call({ id: jobId, page, page_size: 500 })
    found.push(...rows)
    if (rows.length === 0 || found.length >= total) return found
  }
}
