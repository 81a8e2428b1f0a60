import { type ReactNode, useMemo } from 'react'
import { addDays, diffDays } from '#core/plain-date.ts'
import { EventCalendar } from '#ui/calendar/EventCalendar.tsx'
import { dayOf, daysShown } from '#ui/calendar/event.ts'
import { FailedState } from '#ui/FailedState.tsx'
import type { UnitOfFacility } from '#features/shifts/contract.ts'
import { capstonesShown, cardOf, cardOfCapstone, schoolHues } from './facility-cards.ts'
import { moveBlocker } from './facility-moves.ts'
import { useCapstoneDays } from './facility-queries.ts'
import { type FacilityChange, type FacilitySearch, filterOf, hrefOf, unitsWithin } from './facility-search.ts'
import { useShifts } from '#features/shifts/web/public.ts'
import { Missing } from './Missing.tsx'
import { useFacilityMove } from './use-facility-move.ts'

interface FacilityMonthProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  units: readonly UnitOfFacility[]
  today: string
  mayMove: boolean
}

const MAX_SHIFTS = 2000

/** A month of shifts, colored by school. */
export function FacilityMonth({ search, onSearch, units, today, mayMove }: FacilityMonthProps): ReactNode {
  const date = search.on ?? today
  const { start, end } = daysShown('month', date)
  // With the days of the neighboring months that its weeks have.
  const [from, to] = [addDays(start, -7), addDays(end, 14)]
  const query = useShifts(
    { ...filterOf(search), from, to, sort: 'date', dir: 'asc' },
    { page: 1, page_size: MAX_SHIFTS },
  )
  const rows = query.data?.rows
  const found = useCapstoneDays(from, diffDays(from, to) + 1, search.facility)
  const capstones = useMemo(
    () => capstonesShown(found.data, search, unitsWithin(units, search)),
    [found.data, search, units],
  )
  const hues = useMemo(
    () => schoolHues([...(rows ?? []), ...capstones].map((row) => row.school_id)),
    [rows, capstones],
  )
  const events = useMemo(
    () =>
      rows && [
        ...rows.map((row) => ({
          ...cardOf(row, { hues, mayMove, href: (id) => hrefOf(search, id) }),
          subtitle: row.unit_name ?? '',
        })),
        ...capstones.map((row) => ({ ...cardOfCapstone(row, hues), subtitle: row.unit_name })),
      ],
    [rows, capstones, hues, mayMove, search],
  )
  const move = useFacilityMove(units)
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return (
    <>
      <Missing what="Capstone students" query={found} />
      <EventCalendar
        label="shifts"
        events={events}
        view="month"
        date={date}
        today={today}
        onShow={({ view, date: on }) =>
          onSearch(view === 'month' ? { on } : { on, view: view === 'list' ? 'list' : undefined })
        }
        {...(mayMove && {
          onMove: async ({ id, start: day }) => {
            const row = rows?.find((one) => one.id === id)
            if (!row?.facility_id) return 'This shift is no longer shown.'
            const there = { date: dayOf(day), facility_id: row.facility_id }
            return (
              moveBlocker(row, there, { units, shifts: rows ?? [], capstones: found.data, today }) ??
              move(row, there)
            )
          },
        })}
        empty="No shifts this month. Try another month or fewer filters."
      />
    </>
  )
}
