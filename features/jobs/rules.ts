import { formatNumber } from '#core/number-text.ts'
import type { Job } from './contract.ts'

/** True if the job is over, unless someone resumes it. */
export function hasEnded({ status }: Pick<Job, 'status'>): boolean {
  return status === 'done' || status === 'failed' || status === 'canceled'
}

/** The progress of a job in percent; null while it is not known. */
export function percentOf({ status, total, done }: Pick<Job, 'status' | 'total' | 'done'>): number | null {
  if (status === 'done') return 100
  if (!total) return null
  return Math.min(100, Math.floor((done / total) * 100))
}

/** The progress of a job, or its outcome, in one sentence. */
export function jobSummary(
  job: Pick<Job, 'status' | 'total' | 'done' | 'refused' | 'cancel_requested'>,
): string {
  const good = formatNumber(job.done - job.refused)
  const bad = job.refused > 0 ? `, ${formatNumber(job.refused)} could not be done` : ''
  const left = job.total === null ? 0 : job.total - job.done
  switch (job.status) {
    case 'queued':
      return 'Waiting to start'
    case 'running':
      if (job.cancel_requested) return 'Stopping after the current row…'
      return job.total === null ? 'Working…' : `${formatNumber(job.done)} of ${formatNumber(job.total)}${bad}`
    case 'done':
      return job.total === null ? 'Done' : `${good} done${bad}`
    case 'canceled':
      return `Canceled: ${good} done${bad}${left > 0 ? `, ${formatNumber(left)} left as they were` : ''}`
    case 'failed':
      return `Stopped: ${good} done${bad}${left > 0 ? `, ${formatNumber(left)} left as they were` : ''}`
  }
}
