import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { ProctorAhead, ProctorNow, useOwnDay } from '#features/assignments/web/public.ts'
import { MyCohorts } from '#features/cohorts/web/public.ts'
import { evaluations, EvaluationsDue, NamedEvaluation } from '#features/evaluations/web/public.ts'
import { reports } from '#features/shift-reports/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { type WorkItem, workCount, WorkQueue } from '#ui/WorkQueue.tsx'
import { proctorWork } from '../rules.ts'
import { LoadFailed } from './LoadFailed.tsx'
import classes from './ProctorHome.module.css'

const contents: Record<string, () => ReactNode> = { evaluations: () => <EvaluationsDue /> }

/** What needs an instructor, then their next shift with its students, next to the shifts after it. */
export function ProctorHome({ hasPhone }: { hasPhone: boolean }): ReactNode {
  const [{ evaluation }] = useSearchParams({ evaluation: idParam })
  if (evaluation) return <NamedEvaluation id={evaluation} />
  return (
    <div className={classes.home}>
      <div className={classes.queue}>
        <ProctorQueue hasPhone={hasPhone} />
      </div>
      <div className={classes.next}>
        <ProctorNow />
        <MyCohorts isStudent={false} />
      </div>
      <div className={classes.ahead}>
        <ProctorAhead />
      </div>
    </div>
  )
}

function ProctorQueue({ hasPhone }: { hasPhone: boolean }): ReactNode {
  const { query: ownDay, faults } = useOwnDay()
  const toWrite = useQuery({
    ...evaluations.list.queryOptions({ input: { show: 'to_write', page: 1 } }),
    ...freshOnMount,
  })
  const open = useQuery({
    ...reports.list.queryOptions({ input: { show: 'open', page: 1 } }),
    ...freshOnMount,
  })
  const items = proctorWork({
    reports: open.data?.total ?? 0,
    evaluations: toWrite.data?.total ?? 0,
    faults,
    hasPhone,
  }).map((item): WorkItem => ({ ...item, ...(contents[item.id] && { content: contents[item.id] }) }))
  const total = workCount(items)
  const queries = [toWrite, open, ownDay]
  const failed = queries.find(({ isError, data }) => isError && !data)
  return (
    <PageSection title={total > 0 ? `Needs you · ${formatNumber(total)}` : 'Needs you'}>
      {failed && <LoadFailed onRetry={() => void failed.refetch()} />}
      <WorkQueue
        label="What needs you"
        items={items}
        queries={queries}
        empty="You’re all caught up. Reports and evaluations appear here after your shifts."
      />
    </PageSection>
  )
}
