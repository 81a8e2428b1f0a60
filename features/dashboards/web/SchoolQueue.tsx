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
import { ApprovalsPanel } from '#features/approvals/web/public.ts'
import { formatNumber } from '#core/number-text.ts'
import type { SemesterScope } from '#features/semesters/web/public.ts'
import { shifts } from '#features/shifts/web/public.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { lazyParts } from '#ui/lazy-parts.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { type WorkItem, workCount, WorkQueue } from '#ui/WorkQueue.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { type SchoolFigures, schoolWork } from '../rules.ts'

const hours = lazyParts(() => import('#features/hours-requests/web/public.ts'))
const HoursToApprove = hours.part((file) => file.HoursToApprove)

const contents: Record<string, () => ReactNode> = {
  seats: () => <SeatRequests />,
  swaps: () => <SwapRequests />,
  makeups: () => <OpenMakeups />,
  hours: () => <HoursToApprove look="plain" />,
  signups: () => <ApprovalsPanel within="school" look="plain" moreHref="/school/students?view=approvals" />,
}

/** Makes a link to a list of shifts show this page's semester, if the address names one. */
export const withSemester = (href: string, { named }: SemesterScope): string =>
  named && href.startsWith('/shifts?') && !href.includes('semester=') ? `${href}&semester=${named}` : href

type SchoolQueueProps = { schoolId: string; scope: SemesterScope; figures: SchoolFigures }

/** What needs a school's administrators, most urgent first, decided in the list or one click away. */
export function SchoolQueue({ schoolId, scope, figures }: SchoolQueueProps): ReactNode {
  const counts = useQuery({
    ...shifts.summary.queryOptions({
      input: { school_id: schoolId, ...(scope.id && { semester_id: scope.id }) },
    }),
    ...freshOnMount,
    enabled: scope.isKnown,
  })
  const everywhere = useQuery({
    ...shifts.summary.queryOptions({ input: { school_id: schoolId } }),
    ...freshOnMount,
    enabled: scope.isKnown,
  })
  const seats = useQuery({ ...seatRequestsQuery, ...freshOnMount })
  const swaps = useQuery({ ...swapRequestsQuery, ...freshOnMount })
  const makeups = useQuery({ ...openMakeupsQuery, ...freshOnMount })
  const items = schoolWork(figures, {
    counts: counts.data,
    everywhere: everywhere.data,
    seats: seats.data?.length,
    swaps: swaps.data?.total,
    makeups: makeups.data?.total,
  }).map((item): WorkItem => ({
    ...item,
    ...(item.href && { href: withSemester(item.href, scope) }),
    ...(contents[item.id] && { content: contents[item.id] }),
    ...(item.id === 'elsewhere' && {
      actions: [{ label: 'Show', name: `Show ${item.label}`, onPress: () => scope.choose('all', false) }],
    }),
  }))
  const total = workCount(items)
  const queries = [counts, everywhere, seats, swaps, makeups]
  const failed = queries.find(({ isError, data }) => isError && !data)
  return (
    <PageSection
      title={total > 0 ? `Needs you · ${formatNumber(total)}` : 'Needs you'}
      description={scope.semester ? `Shifts of ${scope.semester.name}` : 'Shifts of all semesters'}
      {...(scope.semester && {
        actions: (
          <PlainButton variant="default" size="sm" onClick={() => scope.choose('all', false)}>
            All semesters
          </PlainButton>
        ),
      })}
    >
      {failed && <LoadFailed onRetry={() => void failed.refetch()} />}
      <WorkQueue
        label="What needs you"
        items={items}
        queries={queries}
        empty="You’re all caught up. New requests and replies appear here."
      />
    </PageSection>
  )
}
