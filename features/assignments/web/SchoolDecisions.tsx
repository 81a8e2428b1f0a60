import { howMany } from '#core/number-text.ts'
import { specialtyName } from '#core/specialties.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCalendarEvent, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { whenWords } from '#features/shifts/web/public.ts'
import { freshOnMount } from '#platform/web/prefetched-queries.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { pageParam } from '#platform/web/search-params.ts'
import { type ActionsKit, useAction, useActions } from '#platform/web/kit/use-actions.tsx'
import { type Column, DataTable } from '#ui/DataTable.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { MakeupNeed, SeatToDecide, Swap } from '../contract.ts'
import { fullBlocker } from '../rules.ts'
import { assignments } from './queries.ts'
import { useAnswerRequest, useDecideSwap, useKeepSeat, useWaiveMakeup } from './school-queries.ts'

const MakeupDialog = lazyDialog(() => import('./MakeupDialog.tsx').then((file) => file.MakeupDialog), {
  need: undefined,
})

type ShiftAt = { shift_id: string; date: string; start_time: string; end_time: string; unit: string }
const shiftLink = (at: ShiftAt): ReactNode => (
  <>
    <Link href={`/shift/${at.shift_id}`}>{whenWords(at)}</Link>
    <Text component="div" size="xs" c="dimmed">
      {at.unit}
    </Text>
  </>
)

type PageQuery = { data?: { total: number } | undefined; isPlaceholderData: boolean }

/** Pagination if a list has several pages. */
function pagesOf(
  { data, isPlaceholderData: isLoading }: PageQuery,
  page: number,
  toPage: (page: number | undefined, isGone: boolean) => void,
) {
  const { total = 0 } = data ?? {}
  if (page === 1 && total <= PAGE_SIZE) return {}
  const onPageChange = (to: number, isGone = false) => toPage(to === 1 ? undefined : to, isGone)
  return { page, pageSize: PAGE_SIZE, total, onPageChange, isLoading }
}
const PAGE_SIZE = 25

const asks: Record<SeatToDecide['kind'], string> = {
  request: 'Requests a seat',
  drop: 'Asks to be taken off',
  conflict: 'Has a conflict',
}

/** Students' requests to their school: seats, being taken off, and conflicts; answered here, one or several at once, or on the shift. */
export function SeatRequests(): ReactNode {
  const query = useQuery({ ...assignments.waiting.queryOptions({ input: {} }), ...freshOnMount })
  const kit = useSeatAnswers()
  const [selected, select] = useState<string[]>([])
  const give = kit.actions.find(({ id }) => id === 'give')!
  const waitlist = kit.actions.find(({ id }) => id === 'waitlist')!
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={2} />}
      failedTitle="The requests couldn’t be loaded"
      empty={{ compact: true, titleOrder: 3, title: 'No student requests' }}
    >
      {(rows) => {
        const chosen = rows.filter(({ id }) => selected.includes(id))
        return (
          <>
            <DataTable
              label="Student requests"
              rows={rows}
              columns={[
                ...waitingColumns,
                {
                  key: 'answer',
                  title: 'Answer',
                  render: (row) =>
                    row.kind === 'request' && (
                      <Button
                        size="xs"
                        variant={row.shift.is_full ? 'default' : 'filled'}
                        onClick={() => kit.start(row.shift.is_full ? waitlist : give, [row])}
                      >
                        {row.shift.is_full ? 'Put on the waitlist' : 'Give a seat'}
                      </Button>
                    ),
                },
              ]}
              rowKey={({ id }) => id}
              rowLabel={nameOfRequest}
              rowHref={({ shift }) => `/shift/${shift.shift_id}`}
              rowActions={kit.menuOf}
              selection={{
                selected: chosen.map(({ id }) => id),
                onChange: select,
                actions: kit.bulkOf(chosen, () => select([])),
                notes: kit.leftOut(chosen),
              }}
            />
            {kit.dialog}
          </>
        )
      }}
    </Loaded>
  )
}

const nameOfRequest = ({ full_name: name, shift }: SeatToDecide): string => `${name}, ${whenWords(shift)}`

/**
 * The school's answers: a seat, the waitlist or a reason; students with a conflict
 * or who ask to be taken off are kept here, or removed on the shift.
 */
function useSeatAnswers(): ActionsKit<SeatToDecide> {
  const decide = useAnswerRequest()
  const keep = useKeepSeat()
  const isRequest = ({ kind }: SeatToDecide) => kind === 'request'
  const isFull = ({ shift }: SeatToDecide) => fullBlocker(shift.is_full)
  return useActions<SeatToDecide>(
    [
      {
        id: 'give',
        label: 'Give a seat',
        icon: IconCheck,
        isBulk: true,
        isOffered: isRequest,
        blocker: isFull,
        run: ({ id }) => decide.mutateAsync({ id, decision: 'assign', reason: null }),
        done: (rows) => (rows.length === 1 ? 'Seat given' : `${rows.length} seats given`),
      },
      {
        id: 'anyway',
        label: 'Give a seat anyway…',
        icon: IconAlertTriangle,
        isOffered: (row) => isRequest(row) && !row.shift.is_full,
        ask: ([row]) => ({
          title: `Give ${row!.full_name} a seat anyway?`,
          body: 'This overrides a rule, such as a missing credential. Your reason is kept with the seat.',
          confirmLabel: 'Give a seat',
          reason: { label: 'Why override this rule?', isRequired: true, minLength: 3 },
        }),
        run: ({ id }, { reason, tick }) => decide.mutateAsync({ id, decision: 'assign', reason, ...tick }),
        done: () => 'Seat given',
      },
      {
        id: 'waitlist',
        label: 'Put on the waitlist',
        icon: IconClock,
        isBulk: true,
        isOffered: isRequest,
        run: ({ id }) => decide.mutateAsync({ id, decision: 'waitlist', reason: null }),
        done: (rows) => (rows.length === 1 ? 'Put on the waitlist' : `${rows.length} put on the waitlist`),
      },
      {
        id: 'decline',
        label: 'Decline…',
        icon: IconX,
        danger: true,
        isBulk: true,
        isOffered: isRequest,
        ask: (rows) => ({
          title:
            rows.length === 1
              ? `Decline the request of ${rows[0]!.full_name}?`
              : `Decline ${rows.length} requests?`,
          body: 'The student reads your reason.',
          confirmLabel: rows.length === 1 ? 'Decline request' : 'Decline requests',
          reason: { label: 'Reason', isRequired: true, minLength: 3 },
        }),
        run: ({ id }, { reason, tick }) => decide.mutateAsync({ id, decision: 'decline', reason, ...tick }),
        done: (rows) => (rows.length === 1 ? 'Request declined' : `${rows.length} requests declined`),
      },
      {
        id: 'keep',
        label: 'Keep on the shift…',
        icon: IconCheck,
        isBulk: true,
        isOffered: (row) => !isRequest(row),
        ask: (rows) => ({
          title:
            rows.length === 1
              ? `Keep ${rows[0]!.full_name} on the shift?`
              : `Keep ${rows.length} students on their shifts?`,
          body: 'They asked to be taken off, or have a conflict.',
          confirmLabel: 'Keep on the shift',
          reason: { label: 'Why (the student reads it)', isRequired: true, minLength: 3 },
        }),
        run: ({ id }, { reason, tick }) => keep.mutateAsync({ id, reason, ...tick }),
        done: (rows) => (rows.length === 1 ? 'The seat is kept' : `${rows.length} seats are kept`),
      },
      {
        id: 'shift',
        label: 'Open the shift',
        icon: IconCalendarEvent,
        href: ({ shift }) => `/shift/${shift.shift_id}`,
      },
    ],
    { nameOf: nameOfRequest },
  )
}

const waitingColumns: Column<SeatToDecide>[] = [
  {
    key: 'student',
    title: 'Student',
    render: (row) => (
      <>
        {row.full_name}
        <Text component="div" size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
          {asks[row.kind]}, <RelativeTime value={row.since} />
          {row.note && `: “${row.note}”`}
        </Text>
      </>
    ),
  },
  {
    key: 'shift',
    title: 'Shift',
    render: ({ shift }) => (
      <>
        {whenWords(shift)}
        <Text component="div" size="xs" c="dimmed">
          {shift.unit}
          {shift.is_full && ' · full'}
        </Text>
      </>
    ),
  },
]

/** Swaps that both students agreed to: allow or refuse. */
export function SwapRequests(): ReactNode {
  const [{ swaps_page: page = 1 }, setSearch] = useSearchParams({ swaps_page: pageParam })
  const query = useQuery({
    ...assignments.swaps.queryOptions({ input: { status: 'accepted', ...(page > 1 && { page }) } }),
    ...freshOnMount,
    placeholderData: keepPreviousData,
  })
  const pages = pagesOf(query, page, (swaps_page, isGone) => setSearch({ swaps_page }, isGone))
  const decide = useDecideSwap()
  const [refuse, dialog] = useAction<Swap>({
    label: 'Refuse swap',
    danger: true,
    ask: (swap) => ({
      title: `Refuse the swap of ${swap.from_name} and ${swap.to_name}?`,
      body: 'Both keep their seats, and both read your reason.',
      reason: { label: 'Reason', isRequired: true },
    }),
    run: ({ id }, { reason, tick }) => decide.mutateAsync({ id, accept: false, reason, ...tick }),
    tellsFailure: true,
  })
  return (
    <Loaded
      query={query}
      isEmpty={({ total }) => total === 0 && page === 1}
      skeleton={<Skeletons shape="text" count={2} />}
      failedTitle="The swaps couldn’t be loaded"
      empty={{ compact: true, titleOrder: 3, title: 'No swap requests' }}
    >
      {({ rows }) => (
        <>
          <DataTable
            label="Swaps to decide"
            rows={rows}
            {...pages}
            rowKey={({ id }) => id}
            columns={[
              { key: 'who', title: 'Students', render: (row) => `${row.from_name} → ${row.to_name}` },
              { key: 'given', title: 'Gives', render: (row) => shiftLink(row.given) },
              {
                key: 'returned',
                title: 'Gets',
                render: (row) => (row.returned ? shiftLink(row.returned) : 'Nothing'),
              },
              { key: 'note', title: 'Note', phone: 'hide', render: (row) => row.note ?? '—' },
              {
                key: 'decide',
                title: 'Decide',
                render: (row) => (
                  <Group gap={6} wrap="nowrap">
                    <Button
                      size="xs"
                      aria-label={`Allow: ${row.from_name} and ${row.to_name}`}
                      loading={decide.isPending}
                      onClick={() => decide.mutate({ id: row.id, accept: true, reason: null })}
                    >
                      Allow
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Refuse: ${row.from_name} and ${row.to_name}`}
                      onClick={() => refuse(row)}
                    >
                      Refuse
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
          {dialog}
        </>
      )}
    </Loaded>
  )
}

/** Missed hours that still need a make-up: assign or waive. */
export function OpenMakeups(): ReactNode {
  const [{ makeups_page: page = 1 }, setSearch] = useSearchParams({ makeups_page: pageParam })
  const query = useQuery({
    ...assignments.makeups.queryOptions({ input: { open_only: true, ...(page > 1 && { page }) } }),
    ...freshOnMount,
    placeholderData: keepPreviousData,
  })
  const pages = pagesOf(query, page, (makeups_page, isGone) => setSearch({ makeups_page }, isGone))
  const waive = useWaiveMakeup()
  const [assigned, assign] = useState<MakeupNeed>()
  const [askWaive, dialog] = useAction<MakeupNeed>({
    label: 'Waive hours',
    danger: true,
    ask: (need) => ({
      title: `Waive ${howMany(need.hours, 'hour')} of ${need.full_name}?`,
      body: 'They need not be made up. The student reads your reason.',
      reason: { label: 'Reason', isRequired: true },
    }),
    run: ({ id }, { reason, tick }) => waive.mutateAsync({ id, reason, ...tick }),
    tellsFailure: true,
  })
  return (
    <>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={2} />}
        isEmpty={({ total }) => total === 0 && page === 1}
        failedTitle="The make-ups couldn’t be loaded"
        empty={{ compact: true, titleOrder: 3, title: 'No make-up hours needed' }}
      >
        {({ rows }) => (
          <DataTable
            label="Make-ups"
            rows={rows}
            {...pages}
            rowKey={({ id }) => id}
            rowLabel={({ full_name }) => full_name}
            columns={[
              { key: 'student', title: 'Student', render: (row) => row.full_name },
              {
                key: 'hours',
                title: 'Hours',
                render: (row) => `${row.hours} in ${specialtyName(row.specialty)}`,
              },
              { key: 'missed', title: 'Missed', render: (row) => shiftLink(row.missed) },
              { key: 'reason', title: 'Because', phone: 'hide', render: (row) => row.reason },
              {
                key: 'decide',
                title: 'Decide',
                render: (row) => (
                  <Group gap={6} wrap="nowrap">
                    <Button size="xs" aria-label={`Assign: ${row.full_name}`} onClick={() => assign(row)}>
                      Assign…
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      aria-label={`Waive: ${row.full_name}`}
                      onClick={() => askWaive(row)}
                    >
                      Waive…
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {dialog}
      <MakeupDialog need={assigned} onClose={() => assign(undefined)} />
    </>
  )
}
