import { useMemo, type ReactNode } from 'react'
import { addDays, todayHere } from '#core/plain-date.ts'
import { choiceParam } from '#platform/web/search-params.ts'
import { CalendarLegend } from '#ui/calendar/CalendarLegend.tsx'
import { EventCalendar } from '#ui/calendar/EventCalendar.tsx'
import { calendarViews, dayOf, daysShown } from '#ui/calendar/event.ts'
import { FailedState } from '#ui/FailedState.tsx'
import { toast } from '#ui/toast.ts'
import type { ShiftFilter, ShiftOptions } from '../contract.ts'
import { dropWarning } from './board-drops.ts'
import { useShifts } from './queries.ts'
import { useBoardFacts } from './use-board-facts.ts'
import { useCopyShifts } from './use-copy-shifts.ts'
import { eventsOf, legendOf } from './shift-events.ts'
import type { SearchChange, ShiftsSearch } from './shifts-search.ts'
import { useMoveShift } from './use-move.ts'
import { useParty } from './use-shift-actions.tsx'

interface ShiftCalendarProps {
  filter: Partial<ShiftFilter>
  search: ShiftsSearch
  onSearch: (change: SearchChange) => void
  options: ShiftOptions | undefined
}

/** The most shifts rendered for one span; more would be unreadable in a calendar. */
const MAX_SHIFTS = 2000
/** The shifts of a filter as a calendar; its day and span are in the address. */
export function ShiftCalendar({ filter, search, onSearch, options }: ShiftCalendarProps): ReactNode {
  const party = useParty()
  const view = choiceParam(search.span, calendarViews) ?? 'month'
  const date = search.on ?? search.from ?? todayHere()
  const { start, end } = daysShown(view, date)
  // A month shows days of adjacent months, and a night shift from the previous day extends into the first.
  const rendered = { from: addDays(start, -7), to: addDays(end, 14) }
  const query = useShifts(
    { ...filter, ...rendered, sort: 'date', dir: 'asc' },
    { page: 1, page_size: MAX_SHIFTS },
  )
  const bySchool = party === 'facility' || (party === 'platform' && !filter.school_id)
  const events = useMemo(
    () => query.data && eventsOf(query.data.rows, { party, bySchool }),
    [query.data, party, bySchool],
  )
  const rows = query.data?.rows
  const shown = rows?.filter(({ date: day }) => day >= start && day <= end)
  const move = useMoveShift(rows)
  const { copyOne } = useCopyShifts()
  const facts = useBoardFacts(rows, options)
  /** Warns after a shift was moved or copied if something speaks against its new day. */
  const tell = (id: string, day: string, isCopy: boolean): void => {
    const row = rows?.find((one) => one.id === id)
    const words = row && dropWarning({ row, unitId: row.facility_id ?? '', day, isCopy }, facts)
    if (words) toast.warning(isCopy ? 'Copied, but look at this' : 'Moved, but look at this', words)
  }
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
    <EventCalendar
      label="shifts"
      events={events}
      view={view}
      date={date}
      onShow={({ view: span, date: on }) => onSearch({ span: span === 'month' ? undefined : span, on })}
      {...((party === 'school' || party === 'platform') && {
        onMove: async ({ id, start: to }) => {
          const refusal = await move(id, { date: dayOf(to) })
          if (!refusal) tell(id, dayOf(to), false)
          return refusal
        },
        onCopy: async ({ id, start: to }) => {
          const refusal = await copyOne(
            rows?.find((one) => one.id === id),
            { day: dayOf(to) },
          )
          if (!refusal) tell(id, dayOf(to), true)
          return refusal
        },
      })}
      legend={
        shown && (
          <CalendarLegend
            label={bySchool ? 'Schools by color' : 'Statuses by color'}
            entries={legendOf(shown, bySchool)}
          />
        )
      }
      empty="No shifts on these days. Try other days or fewer filters."
    />
  )
}
