import { Button } from '@mantine/core'
import { IconArrowBackUp, IconMessageReply, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatDate, todayHere } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import type { Column } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { ListTable } from '#ui/ListTable.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { HoursRequest } from '../contract.ts'
import { ownStepBlocker, statusLabels } from '../rules.ts'
import { hoursRequests, useWithdraw } from './queries.ts'
import { Said, stateOf, whatWords } from './words.tsx'

const ReportHoursDialog = lazyDialog(
  () => import('./ReportHoursDialog.tsx').then((file) => file.ReportHoursDialog),
  { opened: false },
)
const AnswerDialog = lazyDialog(() => import('./AnswerDialog.tsx').then((file) => file.AnswerDialog), {
  request: null,
})

const PAGE_SIZE = 10

const badge = ({ status }: HoursRequest): ReactNode => (
  <StateBadge state={stateOf(status)} label={statusLabels[status]} />
)

const columns: readonly Column<HoursRequest>[] = [
  { key: 'date', title: 'Date', render: ({ date }) => formatDate(date) },
  { key: 'minutes', title: 'Hours', align: 'right', render: ({ minutes }) => hoursWords(minutes / 60) },
  { key: 'what', title: 'What', render: whatWords },
  { key: 'note', title: 'Details', render: (request) => <Said request={request} /> },
  { key: 'status', title: 'Status', render: badge },
]

/** A student's hours that no shift has: what they reported, and what their school decided (Domain 2.11). */
export function ReportedHours(): ReactNode {
  const [{ hours_page: page = 1 }, setSearch] = useSearchParams({ hours_page: pageParam })
  const query = useQuery({
    ...hoursRequests.mine.queryOptions({ input: { page, page_size: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const [isReporting, setReporting] = useState(false)
  const [answering, setAnswering] = useState<HoursRequest | null>(null)
  const withdraw = useWithdraw()
  const actions = useActions<HoursRequest>(
    [
      {
        id: 'answer',
        label: 'Answer…',
        icon: IconMessageReply,
        blocker: ({ status }) => status !== 'needs_info' && 'Your school has no question.',
        open: ([request]) => setAnswering(request ?? null),
      },
      {
        id: 'withdraw',
        label: 'Withdraw…',
        icon: IconArrowBackUp,
        blocker: (request) => ownStepBlocker(request, 'withdrawn') !== null && 'These hours were decided.',
        ask: ([request]) => ({
          title: 'Withdraw these hours?',
          body: `${hoursWords(request!.minutes / 60)} on ${formatDate(request!.date)}. You can report them again.`,
        }),
        run: ({ id }) => withdraw.mutateAsync({ id }),
      },
    ],
    { nameOf },
  )
  return (
    <PageSection
      title="Hours you reported"
      description="Hours outside of a shift in Placewell. They count once your school approves them."
      look="flush"
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setReporting(true)}
        >
          Report hours
        </Button>
      }
    >
      <ListTable<HoursRequest>
        label="Hours you reported"
        query={query}
        failedTitle="Your reported hours couldn’t be loaded"
        rows={query.data?.rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={nameOf}
        rowActions={actions.menuOf}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={(to, isGone = false) => setSearch({ hours_page: to === 1 ? undefined : to }, isGone)}
        empty={{
          title: 'Nothing reported',
          description:
            'Hours of your shifts count automatically. Report other hours, such as a day at another site.',
        }}
      />
      <ReportHoursDialog
        opened={isReporting && query.data !== undefined}
        rules={{
          today: query.data?.today ?? todayHere(),
          daysBack: query.data?.days_back ?? 0,
          hoursPerDay: query.data?.hours_per_day ?? 24,
          instructors: query.data?.instructors ?? [],
        }}
        onClose={() => setReporting(false)}
      />
      {actions.dialog}
      <AnswerDialog request={answering} onClose={() => setAnswering(null)} />
    </PageSection>
  )
}

const nameOf = ({ date }: HoursRequest): string => `hours of ${formatDate(date)}`
