import { Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate } from '#core/plain-date.ts'
import { messageOf } from '#platform/web/api.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import type { EmptyStateProps } from '#ui/EmptyState.tsx'
import { sendWithUndo } from '#ui/send-with-undo.ts'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { Pager } from '#ui/Pager.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { toast } from '#ui/toast.ts'
import { type WorkAction, type WorkItem, WorkQueue } from '#ui/WorkQueue.tsx'
import type { SeriesRow, ShiftFilter, ShiftRow, ShiftStatus } from '../contract.ts'
import { leaderNames } from '../rules.ts'
import { isDangerous, labelOfAction, type ShiftAction } from './shift-actions.ts'
import { shifts as api, useAnswerCounters, useAnswerSeveral, useSeries, useShifts } from './queries.ts'
import { requireSome, showOutcomes } from './outcomes.ts'
import { seriesSeats, seriesWhen, shiftCount } from './series-words.ts'
import { dayActions, distinctQuestions, type SeriesAction, seriesWork, statusesWords } from './series-work.ts'
import classes from './SeriesView.module.css'
import { ShiftStatusBadge } from './ShiftStatusBadge.tsx'
import { hoursWords, nameOf, facilityLabel, seatsWords } from './shift-words.ts'
import { useShiftActions } from './use-shift-actions.tsx'
import { useHeldActions } from './use-held-actions.ts'

interface SeriesViewProps {
  filter: Partial<ShiftFilter>
  /** Shown if no series is found. */
  empty: EmptyStateProps
  page: number
  onPage: (page: number | undefined) => void
}

const PAGE = 25
const AT_ONCE = 500

/** A school's shifts by series and unit: a whole series can be submitted, published or withdrawn at once, or opened. */
export function SeriesView({ filter, empty, page, onPage }: SeriesViewProps): ReactNode {
  const { sort: _sort, dir: _dir, ...asked } = filter
  const query = useSeries(asked, { page, page_size: PAGE })
  const { items, dialog } = useSeriesItems(query.data?.rows ?? [], asked)
  const last = Math.max(1, Math.ceil((query.data?.total ?? page * PAGE) / PAGE))
  useEffect(() => {
    if (page > last) onPage(last > 1 ? last : undefined)
  }, [page, last, onPage])
  return (
    <PageSection>
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={6} />}
        failedTitle="The series couldn’t be loaded"
        isEmpty={({ total }) => total === 0}
        empty={empty}
      >
        {({ total }) => (
          <>
            <WorkQueue label="Shifts by series" items={items} empty="" />
            {total > PAGE && (
              <Pager
                page={page}
                pageSize={PAGE}
                total={total}
                onPageChange={(next) => onPage(next > 1 ? next : undefined)}
              />
            )}
          </>
        )}
      </Loaded>
      {dialog}
    </PageSection>
  )
}

function useSeriesItems(
  rows: readonly SeriesRow[],
  filter: Partial<ShiftFilter>,
): { items: WorkItem[]; dialog: ReactNode } {
  const { ask, dialog, party } = useShiftActions()
  const rowsOf = useSeriesRows()
  const accept = useAcceptCounters()
  const [decline, question] = useDeclineCounters((row) => rowsOf(row, filter, ['countered']))
  const [answer, answerQuestion] = useAnswerQuestions((row) => rowsOf(row, filter, ['needs_info']))
  const held = useHeldActions(ask)
  const doWith = (row: SeriesRow, action: SeriesAction, states: ShiftStatus[]): void =>
    void rowsOf(row, filter, states).then(
      // Outside the school's own party a dialog asks first, because a decision for others needs a reason.
      (found) => (party === 'school' ? held(`series ${row.key}`, action, found) : ask(action, found)),
      (error: unknown) => toast.error('The series couldn’t be loaded', messageOf(error)),
    )
  const actionsOf = (row: SeriesRow): WorkAction[] => {
    const name = `${nameOf(row)}, ${facilityLabel(row)}, ${seriesWhen(row)}`
    const countered = row.statuses['countered'] ?? 0
    return [
      ...(row.counter && party === 'school'
        ? [
            {
              label: countered === 1 ? 'Accept' : `Accept ${countered}`,
              name: `Accept the facility’s suggestion: ${name}`,
              onPress: () => accept(row, rowsOf(row, filter, ['countered'])),
            },
          ]
        : []),
      ...seriesWork(row, party)
        .filter(({ action }) => !isDangerous(action))
        .map(({ action, count, states }) => ({
          label: row.count === 1 ? labelOfAction(action) : `${labelOfAction(action)} ${formatNumber(count)}`,
          name: `${labelOfAction(action)} ${shiftCount(count)}: ${name}`,
          onPress: () => doWith(row, action, states),
        })),
    ]
  }
  return {
    dialog: (
      <>
        {dialog}
        {question}
        {answerQuestion}
      </>
    ),
    items: rows.map((row) => ({
      id: `series ${row.key}`,
      count: row.count,
      label: 'shifts',
      title: `${nameOf(row)} · ${facilityLabel(row)}`,
      detail: (
        <>
          {[seriesWhen(row), row.count > 1 && shiftCount(row.count), seriesSeats(row), statusesWords(row)]
            .filter(Boolean)
            .join(' · ')}
          {row.counter && (
            <>
              <br />
              <b>The facility suggests {counterWords(row)}</b>
            </>
          )}
        </>
      ),
      actions: actionsOf(row),
      ...(row.series_id
        ? {
            content: () => (
              <>
                <Days
                  row={row}
                  filter={filter}
                  actionsOf={(shift) => dayActions(shift, party)}
                  onAction={(action, shift) => ask(action, [shift])}
                />
                <Group gap={6} mt={10} pl={18}>
                  {party === 'school' && (row.statuses['needs_info'] ?? 0) > 1 && (
                    <PlainButton
                      size="sm"
                      variant="default"
                      onClick={() => answer(row)}
                    >{`Answer ${formatNumber(row.statuses['needs_info']!)} questions…`}</PlainButton>
                  )}
                  {party === 'school' && (row.statuses['countered'] ?? 0) > 1 && (
                    <PlainButton
                      size="sm"
                      variant="default"
                      onClick={() => decline(row)}
                    >{`Decline ${formatNumber(row.statuses['countered']!)} suggestions…`}</PlainButton>
                  )}
                  {seriesWork(row, party)
                    .filter(({ action }) => isDangerous(action))
                    .map(({ action, count, states }) => (
                      <PlainButton
                        key={action}
                        size="sm"
                        variant="default"
                        onClick={() => doWith(row, action, states)}
                      >{`${labelOfAction(action)} ${formatNumber(count)}…`}</PlainButton>
                    ))}
                </Group>
              </>
            ),
          }
        : { href: `/shift/${row.shifts[0]!.id}` }),
    })),
  }
}

/** "3:00 PM–11:00 PM, 4 seats": the facility's proposal for all shifts of a row. */
function counterWords({ counter, start_time: start, end_time: end }: SeriesRow): string {
  if (!counter) return ''
  const [from, to] = [counter.start_time ?? start, counter.end_time ?? end]
  return [
    counter.date && formatDate(counter.date, 'weekday'),
    (counter.start_time || counter.end_time) && from && to && clockRange(from, to),
    counter.facility_id && 'another unit',
    counter.capacity && howMany(counter.capacity, 'seat'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** Accepts a facility's proposal for all shifts of a row, after a moment in which it can be undone. */
function useAcceptCounters() {
  const { mutateAsync: answer } = useAnswerCounters()
  return (row: SeriesRow, rows: Promise<readonly ShiftRow[]>): void =>
    sendWithUndo(`series ${row.key}`, 'Accepting the suggestion', async () => {
      const shifts = (await rows).map(({ id, version }) => ({ id, version }))
      showOutcomes(await answer({ shifts, accept: true, reason: null }), 'approved')
    })
}

/** Declines a facility's proposal for the shifts of a row, with one reason for all. */
function useDeclineCounters(rowsOf: (row: SeriesRow) => Promise<readonly ShiftRow[]>) {
  const { mutateAsync: answer } = useAnswerCounters({ isQuiet: true })
  return useAction<SeriesRow>({
    label: 'Decline suggestions',
    danger: true,
    ask: ({ statuses }) => ({
      title: `Decline the facility’s suggestion for ${shiftCount(statuses['countered'] ?? 0)}?`,
      body: 'These requests end. Copy a shift to ask again.',
      reason: { label: 'Reason', isRequired: true, minLength: 3, hint: 'The facility reads it.' },
    }),
    run: async (row, { reason, tick }) => {
      const shifts = (await rowsOf(row)).map(({ id, version }) => ({ id, version }))
      if (shifts.length === 0) throw new Error('These suggestions were already answered.')
      showOutcomes(requireSome(await answer({ shifts, accept: false, reason, ...tick })), 'declined')
    },
  })
}

/** Answers what a facility asks about shifts of a row, with the same words for all. */
function useAnswerQuestions(rowsOf: (row: SeriesRow) => Promise<readonly ShiftRow[]>) {
  const { mutateAsync: answer } = useAnswerSeveral()
  return useAction<SeriesRow>({
    label: 'Answer questions',
    ask: ({ questions }) => ({
      title: `Answer the facility about ${shiftCount(questions.length)}?`,
      body: <Questions asked={distinctQuestions(questions)} />,
      confirmLabel: 'Send answer',
      reason: { label: 'Answer', isRequired: true, minLength: 2 },
    }),
    run: async (row, { reason, tick }) => {
      const shifts = (await rowsOf(row)).map(({ id, version }) => ({ id, version }))
      if (shifts.length === 0) throw new Error('These questions were already answered.')
      showOutcomes(requireSome(await answer({ shifts, answer: reason, ...tick })), 'answered')
    },
  })
}

/** What the facility asks, before one answer is given to all of it. */
function Questions({ asked }: { asked: ReturnType<typeof distinctQuestions> }): ReactNode {
  return (
    <>
      {asked.length > 0 && (
        <ul className={classes.questions} aria-label="Questions">
          {asked.map(({ question, dates }) => (
            <li key={question}>
              “{question}”
              {asked.length > 1 && (
                <div className={classes.asked}>
                  {dates.map((date) => formatDate(date, 'weekday')).join(' · ')}
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked.length > 1
        ? 'All of these get the same answer. To answer one alone, cancel and use its own button.'
        : 'Each request goes back to the facility with your answer.'}
    </>
  )
}

type Narrowed = Partial<Omit<ShiftFilter, 'sort' | 'dir'>>

/** The filter for the shifts of one row. */
const within = (row: SeriesRow, filter: Narrowed): Partial<ShiftFilter> => ({
  ...filter,
  series_id: row.series_id!,
  ...(row.facility_id && { facility_id: row.facility_id }),
})

/** Fetches the shifts of a row that have one of these statuses. */
function useSeriesRows() {
  const client = useQueryClient()
  return async (row: SeriesRow, filter: Narrowed, status: ShiftStatus[]): Promise<ShiftRow[]> => {
    if (!row.series_id)
      return [
        await client.fetchQuery({
          ...api.get.queryOptions({ input: { id: row.shifts[0]!.id } }),
          staleTime: 0,
        }),
      ]
    const input = { ...within(row, filter), status, page_size: AT_ONCE }
    const { rows } = await client.fetchQuery({ ...api.list.queryOptions({ input }), staleTime: 0 })
    return rows
  }
}

interface DaysProps {
  row: SeriesRow
  filter: Narrowed
  actionsOf: (shift: ShiftRow) => ShiftAction[]
  onAction: (action: ShiftAction, shift: ShiftRow) => void
}

/** The shifts of one series, each with a link to its page; actions that concern one shift are taken here. */
function Days({ row, filter, actionsOf, onAction }: DaysProps): ReactNode {
  const query = useShifts(within(row, filter), { page_size: AT_ONCE })
  const questionOn = (shift: string) => row.questions.find(({ id }) => id === shift)?.question
  return (
    <Loaded
      query={query}
      skeleton={<Skeletons shape="text" count={3} />}
      failedTitle="The shifts couldn’t be loaded"
      isEmpty={({ rows }) => rows.length === 0}
      empty={{ compact: true, titleOrder: 3, title: 'No shifts left' }}
    >
      {({ rows }) => (
        <ul className={classes.days} aria-label="Shifts of this series">
          {rows.map((shift) => (
            <li key={shift.id}>
              <Link href={`/shift/${shift.id}`}>{formatDate(shift.date, 'weekday')}</Link>
              <span>{hoursWords(shift)}</span>
              <ShiftStatusBadge status={shift.status} />
              <span>{seatsWords(shift)}</span>
              <span>{leaderNames(shift) ?? 'No instructor'}</span>
              {actionsOf(shift).map((action) => (
                <PlainButton
                  key={action}
                  size="sm"
                  variant="default"
                  aria-label={`${labelOfAction(action)}: ${nameOf(shift)}, ${formatDate(shift.date, 'weekday')}`}
                  onClick={() => onAction(action, shift)}
                >{`${labelOfAction(action)}…`}</PlainButton>
              ))}
              {questionOn(shift.id) && <q className={classes.question}>{questionOn(shift.id)}</q>}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
