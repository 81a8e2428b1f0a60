import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { addDays, eachDay, formatDate, formatRange, type PlainDate, todayHere } from '#core/plain-date.ts'
import { DaySteps } from '#ui/calendar/DaySteps.tsx'
import { dayOf, weekStart } from '#ui/calendar/event.ts'
import { WeekBoard } from '#ui/calendar/WeekBoard.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import type { ShiftFilter, ShiftOptions, ShiftRow } from '../contract.ts'
import { dropBlocker, dropWarning } from './board-drops.ts'
import { useShifts } from './queries.ts'
import { useBoardFacts } from './use-board-facts.ts'
import { useCopyShifts } from './use-copy-shifts.ts'
import { eventsOf } from './shift-events.ts'
import type { SearchChange, ShiftsSearch } from './shifts-search.ts'
import { useFirstDay } from './use-first-day.ts'
import { useMoveShift } from './use-move.ts'
import { useParty } from './use-shift-actions.tsx'

interface ShiftBoardProps {
  filter: Partial<ShiftFilter>
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  options: ShiftOptions | undefined
}

const CopyShiftsDialog = lazyDialog(
  () => import('./CopyShiftsDialog.tsx').then((file) => file.CopyShiftsDialog),
  { days: undefined },
)

const MAX_SHIFTS = 10_000
const CAMPUS = 'campus'

/**
 * A week of shifts by unit: who is where on each day, and where there is room. A phone shows one day, starting with the next that has a
 * shift.
 */
export function ShiftBoard(props: ShiftBoardProps): ReactNode {
  const isPhone = useIsPhone()
  const asked = props.search.on ?? props.search.from
  const next = useFirstDay(props.filter, todayHere(), isPhone && !asked)
  if (!isPhone) {
    const first = weekStart(asked ?? todayHere())
    return <Board {...props} first={first} last={addDays(first, 6)} />
  }
  const day = asked ?? next
  return day ? <Board {...props} first={day} last={day} /> : <Skeletons shape="table" />
}

type BoardProps = ShiftBoardProps & { first: PlainDate; last: PlainDate }

function Board({ filter, search, onSearch, options, first, last }: BoardProps): ReactNode {
  const party = useParty()
  const days = useMemo(() => eachDay(first, last), [first, last])
  const isDay = first === last
  const query = useShifts(
    { ...filter, from: first, to: last, sort: 'date', dir: 'asc' },
    { page: 1, page_size: MAX_SHIFTS },
  )
  const rows = query.data?.rows
  const bySchool = party === 'facility' || (party === 'platform' && !filter.school_id)
  const cards = useMemo(
    () =>
      rows &&
      eventsOf(rows, { party, bySchool, hasFacilities: true }).map((event, at) => ({
        ...event,
        rowId: rows[at]!.facility_id ?? CAMPUS,
      })),
    [rows, party, bySchool],
  )
  const lines = useMemo(
    // A day, or a filter by facility, shows only units that have a shift; a week also shows where there is room.
    () => linesOf(rows ?? [], options?.units ?? [], isDay || Boolean(search.facility)),
    [rows, options, isDay, search.facility],
  )
  const move = useMoveShift(rows)
  const { copyOne, copyAll } = useCopyShifts()
  const facts = useBoardFacts(rows, options)
  const about = ({ id }: { id: string }, words: (row: ShiftRow) => string | null): string | undefined => {
    const row = rows?.find((one) => one.id === id)
    return (row && words(row)) ?? undefined
  }
  const [isCopying, setCopying] = useState(false)
  const isPlanner = party === 'school' || party === 'platform'
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const today = todayHere()
  const title = isDay ? formatDate(first, 'weekday') : formatRange(first, last)
  return (
    <>
      <DaySteps
        title={title}
        now={isDay ? 'Today' : 'This week'}
        word={isDay ? 'day' : 'week'}
        isNow={first <= today && today <= last}
        onNow={() => onSearch({ on: isDay ? today : undefined })}
        onStep={(step) => onSearch({ on: addDays(first, step * days.length) })}
      />
      {isPlanner && rows && rows.length > 0 && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-end' }}
          onClick={() => setCopying(true)}
        >
          {isDay ? 'Copy this day…' : 'Copy a day or the week…'}
        </Button>
      )}
      <WeekBoard
        label={`Shifts by unit, ${title}`}
        rows={lines}
        days={days}
        cards={cards}
        today={today}
        {...(isPlanner && {
          refusalOf: (card, rowId, day) =>
            rowId === CAMPUS
              ? 'Set on-campus shifts in the form.'
              : about(card, (row) => dropBlocker({ row, unitId: rowId, day }, facts)),
          warningOf: (card, rowId, day, isCopy) =>
            about(card, (row) => dropWarning({ row, unitId: rowId, day, isCopy }, facts)),
          onCopy: ({ id, rowId, start }) =>
            copyOne(
              rows?.find((one) => one.id === id),
              { day: dayOf(start), unitId: rowId },
            ),
          onMove: ({ id, rowId, start }) => move(id, { date: dayOf(start), facility_id: rowId }),
        })}
        empty={
          isDay
            ? 'No shifts this day. Try another day or fewer filters.'
            : 'No partner units yet, and no shifts this week.'
        }
      />
      <CopyShiftsDialog
        days={isCopying ? days : undefined}
        rows={rows ?? []}
        onCopy={copyAll}
        onClose={() => setCopying(false)}
      />
    </>
  )
}

/** A line for each unit that the school plans with, for units of other shifts, and for the campus if it is used. */
function linesOf(
  rows: readonly { facility_id: string | null; unit_name: string | null; site_name: string | null }[],
  units: ShiftOptions['units'],
  isOneFacility: boolean,
) {
  const known = new Map<string, { id: string; name: string; above?: string }>()
  const add = (id: string, name: string, above: string | null) =>
    known.has(id) || known.set(id, { id, name, ...(above && { above }) })
  if (!isOneFacility) for (const unit of units) add(unit.id, unit.name, unit.site_name)
  for (const row of rows) add(row.facility_id ?? CAMPUS, row.unit_name ?? 'On campus', row.site_name)
  return [...known.values()].toSorted(
    (a, b) => (a.above ?? '').localeCompare(b.above ?? '') || a.name.localeCompare(b.name),
  )
}
