import { useMemo, type ReactNode } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { EventCalendar } from '#ui/calendar/EventCalendar.tsx'
import { calendarViews, dayOf, daysShown } from '#ui/calendar/event.ts'
import { FailedState } from '#ui/FailedState.tsx'
import type { ShiftFilter } from '../contract.ts'
import { useShifts } from './queries.ts'
import { eventsOf } from './shift-events.ts'
import type { SearchChange, ShiftsSearch } from './shifts-search.ts'
import { useMoveShift } from './use-move.ts'
import { useSide } from './use-deeds.tsx'

interface ShiftCalendarProps {
  filter: Partial<ShiftFilter>
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
}

/** As many shifts of one span are drawn; more than that nobody reads in a calendar. */
const MOST = 2000
/** The day it is where the reader is. */
/** The shifts of a filter as a calendar; its day and span stand in the address. */
export function ShiftCalendar({ filter, search, onSearch }: ShiftCalendarProps): ReactNode {
  const side = useSide()
  const view = choiceParam(search.span, calendarViews) ?? 'month'
  const date = search.on ?? search.from ?? todayHere()
  const { start, end } = daysShown(view, date)
  // A month shows days of its neighbours, and a night of the day before reaches into the first.
  const drawn = { from: addDays(start, -7), to: addDays(end, 14) }
  const query = useShifts({ ...filter, ...drawn, sort: 'date', dir: 'asc' }, { page: 1, page_size: MOST })
  const bySchool = side === 'facility' || (side === 'platform' && !filter.school_id)
  const events = useMemo(
    () => query.data && eventsOf(query.data.rows, { side, bySchool }),
    [query.data, side, bySchool],
  )
  const move = useMoveShift(query.data?.rows)
  if (query.isError && !query.data)
    return (
      <FailedState
        title="The shifts could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  return (
    <EventCalendar
      label="shifts"
      events={events}
      view={view}
      date={date}
      onShow={({ view: span, date: on }) => onSearch({ span: span === 'month' ? undefined : span, on })}
      {...((side === 'school' || side === 'platform') && {
        onMove: ({ id, start: to }) => move(id, { date: dayOf(to) }),
      })}
      empty="No shifts in these days. Other days, or fewer filters, may hold some."
    />
  )
}
