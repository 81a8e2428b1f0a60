import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconCalendarEvent } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { type Filters, choice } from '#platform/web/kit/filters.ts'
import { ListPage } from '#platform/web/kit/ListPage.tsx'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useList } from '#platform/web/kit/use-list.ts'
import { useUrlWith, useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { ShiftPlanRow, ShiftPlanStatus } from '../contract.ts'
import { isOpen } from '../rules.ts'
import { DescribeShifts } from './DescribeShifts.tsx'
import { PlanBadge, planName, planStatusLabels } from './plan-words.tsx'
import { seen, shiftPlans, usePlanChanges } from './queries.ts'

const PlanScreen = lazy(() => import('./PlanScreen.tsx').then((file) => ({ default: file.PlanScreen })))

/** /school/ai-shift-creator: describe shifts in words, and earlier plans (Spec §2, domain §2.16). */
export function CreatorScreen(): ReactNode {
  const [{ plan }] = useSearchParams({ plan: idParam })
  return plan ? (
    <Suspense fallback={<Skeletons shape="table" />}>
      <PlanScreen key={plan} id={plan} />
    </Suspense>
  ) : (
    <Plans />
  )
}

const filters: Filters<{ status: ShiftPlanStatus }> = {
  status: choice('Status', 'All but discarded', planStatusLabels),
}

function Plans(): ReactNode {
  const list = useList(filters, { sorts: [], hasOwnOrder: true })
  const hrefOf = useUrlWith('plan')
  const { status } = list.filter
  const query = useQuery({
    ...shiftPlans.list.queryOptions({
      input: { ...(status && { status }), page: list.page, page_size: list.pageSize },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <ListPage
      title="AI shift creator"
      description="Fixed rules, not an AI model, read your words into a checked plan. Nothing is sent or published automatically."
      list={list}
      hasViews={false}
      label="Earlier plans"
      above={
        <PageSection title="Describe the shifts" folds>
          <DescribeShifts />
        </PageSection>
      }
      query={query}
      rows={query.data?.rows}
      total={query.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowLabel={planName}
      rowHref={({ id }) => hrefOf(id)}
      actions={usePlanActions()}
      failedTitle="The plans couldn’t be loaded"
      empty={{
        title: 'No plans yet',
        description: 'Plans you started appear here with their drafts.',
        icon: IconCalendarEvent,
      }}
    >
      <HowRead />
    </ListPage>
  )
}

function usePlanActions() {
  const { discard, resume } = usePlanChanges()
  return useActions<ShiftPlanRow>(
    [
      {
        id: 'discard',
        label: 'Discard',
        danger: true,
        isBulk: true,
        isOffered: ({ status }) => isOpen(status),
        run: (row) => discard.mutateAsync(seen(row)),
        done: (rows) => (rows.length === 1 ? 'Plan discarded' : `${rows.length} plans discarded`),
        undo: (_row, result) => resume.mutateAsync(seen(result as ShiftPlanRow)),
      },
      {
        id: 'resume',
        label: 'Resume',
        isOffered: ({ status }) => status === 'discarded',
        run: (row) => resume.mutateAsync(seen(row)),
        done: () => 'The plan is open again',
      },
    ],
    { nameOf: planName },
  )
}

/** Tells the reader how the text is read. */
function HowRead(): ReactNode {
  return (
    <PageSection title="How your words are read" folds>
      <ul>
        <li>
          By fixed rules, not by an AI model: the same words always give the same plan, and nothing leaves
          Placewell.
        </li>
        <li>
          Everything that was assumed is listed. If something could mean two things, such as “next Tuesday”,
          “mornings” or a unit name that matches two units, you’re asked; words that weren’t understood are
          quoted back.
        </li>
        <li>
          Each shift passes the same checks as one that you plan by hand. Blocked ones stay out until they are
          fixed.
        </li>
        <li>
          Nothing is sent or published automatically: you make drafts, and can undo that with one click while
          all of them are drafts.
        </li>
        <li>
          Name units, times and instructors, never students. Text with an email address or a student’s name
          isn’t accepted.
        </li>
      </ul>
    </PageSection>
  )
}

const columns: readonly Column<ShiftPlanRow>[] = [
  { key: 'plan', title: 'Plan', text: planName, render: planName, ellipsis: true, width: '45%' },
  {
    key: 'status',
    title: 'Status',
    text: ({ status }) => planStatusLabels[status],
    render: ({ status }) => <PlanBadge status={status} />,
  },
  {
    key: 'shifts',
    title: 'Shifts',
    align: 'right',
    text: ({ counts }) => counts.planned,
    render: ({ counts }) =>
      counts.blocked > 0
        ? `${formatNumber(counts.planned)}, ${counts.blocked} blocked`
        : formatNumber(counts.planned),
  },
  { key: 'semester', title: 'Semester', phone: 'hide', render: ({ semester_name: name }) => name },
  { key: 'by', title: 'By', phone: 'hide', render: ({ created_by_name: name }) => name ?? '—' },
  { key: 'at', title: 'Begun', render: ({ created_at: at }) => <RelativeTime value={at} /> },
]
