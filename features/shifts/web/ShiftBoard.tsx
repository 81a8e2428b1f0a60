import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { addDays, eachDay, formatRange, todayHere } from '#core/plain-date.ts'
import { dayOf, weekStart } from '#ui/calendar/event.ts'
import { WeekBoard } from '#ui/calendar/WeekBoard.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import type { ShiftFilter, ShiftOptions } from '../contract.ts'
import { useShifts } from './queries.ts'
import { eventsOf } from './shift-events.ts'
import type { SearchChange, ShiftsSearch } from './shifts-search.ts'
import { useMoveShift } from './use-move.ts'
import { useSide } from './use-deeds.tsx'

interface ShiftBoardProps {
  filter: Partial<ShiftFilter>
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  units: ShiftOptions['units'] | undefined
}

const MOST = 10_000
const CAMPUS = 'campus'

/** A week of shifts by unit: who is where on which day, and where there is room. */
export function ShiftBoard({ filter, search, onSearch, units }: ShiftBoardProps): ReactNode {
  const side = useSide()
  const first = weekStart(search.on ?? search.from ?? todayHere())
  const days = useMemo(() => eachDay(first, addDays(first, 6)), [first])
  const query = useShifts(
    { ...filter, from: first, to: days[6]!, sort: 'date', dir: 'asc' },
    { page: 1, page_size: MOST },
  )
  const rows = query.data?.rows
  const bySchool = side === 'facility' || (side === 'platform' && !filter.school_id)
  const cards = useMemo(
    () =>
      rows &&
      eventsOf(rows, { side, bySchool, hasPlaces: true }).map((event, at) => ({
        ...event,
        rowId: rows[at]!.facility_id ?? CAMPUS,
      })),
    [rows, side, bySchool],
  )
  const lines = useMemo(
    () => linesOf(rows ?? [], units ?? [], Boolean(search.place)),
    [rows, units, search.place],
  )
  const move = useMoveShift(rows)
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  const week = formatRange(first, days[6]!)
  return (
    <>
      <Group gap="sm">
        <Button variant="default" onClick={() => onSearch({ on: undefined })}>
          This week
        </Button>
        <ActionIcon
          size={36}
          variant="default"
          aria-label="Previous week"
          onClick={() => onSearch({ on: addDays(first, -7) })}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={36}
          variant="default"
          aria-label="Next week"
          onClick={() => onSearch({ on: addDays(first, 7) })}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Title order={2} size="h4" aria-live="polite">
          {week}
        </Title>
      </Group>
      <WeekBoard
        label={`Shifts by unit, ${week}`}
        rows={lines}
        days={days}
        cards={cards}
        today={todayHere()}
        {...((side === 'school' || side === 'platform') && {
          refusalOf: (_card, rowId) => (rowId === CAMPUS ? 'Set on-campus shifts in the form.' : undefined),
          onMove: ({ id, rowId, start }) => move(id, { date: dayOf(start), facility_id: rowId }),
        })}
        empty="No unit of a partner is there yet, and no shift in this week."
      />
    </>
  )
}

/** A line for each unit one plans with, those of shifts that are elsewhere, and the campus when it is used. */
function linesOf(
  rows: readonly { facility_id: string | null; unit_name: string | null; site_name: string | null }[],
  units: ShiftOptions['units'],
  isOnePlace: boolean,
) {
  const known = new Map<string, { id: string; name: string; above?: string }>()
  const add = (id: string, name: string, above: string | null) =>
    known.has(id) || known.set(id, { id, name, ...(above && { above }) })
  if (!isOnePlace) for (const unit of units) add(unit.id, unit.name, unit.site_name)
  for (const row of rows) add(row.facility_id ?? CAMPUS, row.unit_name ?? 'On campus', row.site_name)
  return [...known.values()].toSorted(
    (a, b) => (a.above ?? '').localeCompare(b.above ?? '') || a.name.localeCompare(b.name),
  )
}
