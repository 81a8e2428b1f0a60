import type { jobsContract } from '#features/jobs/contract.ts'
import { featureApi } from '#platform/web/api.ts'

export const jobs = featureApi<typeof jobsContract>('jobs')

const EVERY_MS = 700

/**
 * Waits until a job is done and returns it; calls `onProgress` meanwhile. Throws with the reason if it failed or was canceled. Retries
 * failed polls, because the job continues on the server.
 */
export async function waitForJob(
  id: string,
  onProgress: (counts: { done: number; total: number | null }) => void,
): Promise<Record<string, unknown>> {
  for (let misses = 0; ;) {
    try {
      const job = await jobs.get.call({ id })
      misses = 0
      if (job.status === 'done') return job.result ?? {}
      if (job.status === 'canceled') throw new JobEnded('You canceled it. Nothing was written.')
      if (job.status === 'failed') throw new JobEnded(job.error_message ?? 'It failed. Nothing was written.')
      onProgress({ done: job.done, total: job.total })
    } catch (error) {
      if (error instanceof JobEnded || ++misses > 20) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

class JobEnded extends Error {
  override name = 'JobEnded'
}
