import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import {
  OpenMakeups,
  openMakeupsQuery,
  SeatRequests,
  seatRequestsQuery,
  SwapRequests,
  swapRequestsQuery,
} from '#features/assignments/web/public.ts'
import { shifts } from '#features/shifts/web/public.ts'
import { askedAnew } from '#platform/web/first-answers.ts'
import { laterParts } from '#ui/later-parts.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { type WorkItem, workCount, WorkQueue } from '#ui/WorkQueue.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { type SchoolFigures, schoolWork } from '../rules.ts'

// Sign-ups are decided in place; the code comes when the line is opened.
const approvals = laterParts(() => import('#features/approvals/web/public.ts'))
const ApprovalsPanel = approvals.part((file) => file.ApprovalsPanel)

const contents: Record<string, () => ReactNode> = {
  seats: () => <SeatRequests />,
  swaps: () => <SwapRequests />,
  makeups: () => <OpenMakeups />,
  signups: () => <ApprovalsPanel within="school" look="plain" moreHref="/school/students?view=approvals" />,
}

type SchoolQueueProps = { schoolId: string; figures: SchoolFigures }

/** What needs the people who run a school's placements, most urgent first, decided in place or one press away. */
export function SchoolQueue({ schoolId, figures }: SchoolQueueProps): ReactNode {
  const counts = useQuery({
    ...shifts.summary.queryOptions({ input: { school_id: schoolId } }),
    ...askedAnew,
  })
  const seats = useQuery({ ...seatRequestsQuery, ...askedAnew })
  const swaps = useQuery({ ...swapRequestsQuery, ...askedAnew })
  const makeups = useQuery({ ...openMakeupsQuery, ...askedAnew })
  const items = schoolWork(figures, {
    counts: counts.data,
    seats: seats.data?.length,
    swaps: swaps.data?.total,
    makeups: makeups.data?.total,
  }).map((item): WorkItem => ({ ...item, ...(contents[item.id] && { content: contents[item.id] }) }))
  const total = workCount(items)
  const failed = [counts, seats, swaps, makeups].find(({ isError, data }) => isError && !data)
  return (
    <PageSection title={total > 0 ? `Needs you · ${total.toLocaleString('en-US')}` : 'Needs you'}>
      {failed && <LoadFailed onRetry={() => void failed.refetch()} />}
      <WorkQueue
        label="What needs you"
        items={items}
        empty="You’re all caught up. New requests and replies appear here."
      />
    </PageSection>
  )
}
