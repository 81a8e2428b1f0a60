import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { JobProgress, useJob } from '#features/jobs/web/public.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { expiredLabels } from '../messages.ts'

/** The progress of a task that was started here, and its result. */
export function TaskProgress({ taskId, title }: { taskId: string; title: string }): ReactNode {
  const { data: job } = useJob(taskId)
  return (
    <PageSection title={title}>
      <JobProgress job={job} {...(job?.status === 'done' && { summary: resultWords(job.result) })} />
    </PageSection>
  )
}

function resultWords(result: Record<string, unknown> | null): string {
  const { ms, deleted } = (result ?? {}) as { ms?: number; deleted?: Record<string, number> }
  if (ms !== undefined) return `Done in ${formatNumber(ms)} ms`
  const gone = Object.entries(deleted ?? {}).filter(([, count]) => count > 0)
  if (gone.length === 0) return 'Done. Nothing had expired, or another server was already deleting it.'
  return `Done. Deleted: ${gone.map(([kind, count]) => `${formatNumber(count)} (${(expiredLabels[kind] ?? kind).split(',')[0]!.toLowerCase()})`).join(', ')}`
}
