import { type ReactNode, useCallback, useMemo } from 'react'
import { addDays, eachDay, formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import { dayOf } from '#ui/calendar/event.ts'
import { CalendarLegend } from '#ui/calendar/CalendarLegend.tsx'
import type { CalendarHue } from '#ui/calendar/hues.ts'
import type { BoardCard } from '#ui/calendar/week-board.ts'
import { type BoardMove, WeekBoard } from '#ui/calendar/WeekBoard.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { Link } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { CapstoneDay, Occupancy } from '../contract.ts'
import type { ShiftRow, UnitOfFacility } from '#features/shifts/contract.ts'
import type { SlotRow } from '#features/open-slots/contract.ts'
import { DaySteps } from '#ui/calendar/DaySteps.tsx'
import classes from './Facility.module.css'
import {
  capstonesShown,
  capstoneWords,
  cardOf,
  cardOfCapstone,
  cardOfSlot,
  dayNote,
  offersHref,
  schoolHues,
  seatsOfFacility,
} from './facility-cards.ts'
import { CapstoneLink } from './CapstoneLink.tsx'
import { moveBlocker } from './facility-moves.ts'
import { useCapstoneDays, useOccupancy } from './facility-queries.ts'
import {
  boardDays,
  type FacilityChange,
  type FacilitySearch,
  filterOf,
  hrefOf,
  unitsWithin,
  whereOf,
} from './facility-search.ts'
import { useShifts, hoursWords, nameOf, ShiftStatusBadge } from '#features/shifts/web/public.ts'
import { useSlots, seatCount } from '#features/open-slots/web/public.ts'
import { Missing } from './Missing.tsx'
import { useFacilityMove } from './use-facility-move.ts'
import { useIsPhone } from '#ui/use-is-phone.ts'

interface FacilityBoardProps {
  search: FacilitySearch
  onSearch: (change: FacilityChange) => void
  units: readonly UnitOfFacility[]
  today: PlainDate
  mayMove: boolean
}

/** Maximum number of shifts of one week that are rendered. */
const MAX_SHIFTS = 10_000
const none: readonly SlotRow[] = []

/** The week by unit with a color for each school; on a phone one day, as a list by unit. */
export function FacilityBoard(props: FacilityBoardProps): ReactNode {
  const { search, onSearch, units, today, mayMove } = props
  const isPhone = useIsPhone()
  const day = search.on ?? today
  const { first, last } = boardDays(day, isPhone)
  const days = useMemo(() => eachDay(first, last), [first, last])
  // A night shift of the day before extends into the first day and blocks it.
  const query = useShifts(
    { ...filterOf(search), from: addDays(first, -1), to: last, sort: 'date', dir: 'asc' },
    { page: 1, page_size: MAX_SHIFTS },
  )
  const occupancy = useOccupancy(first, days.length, search.facility)
  const { facility_id, specialty } = whereOf(search)
  const offers = useSlots(
    { here: true, facility_id, specialty, status: 'open', from: first, to: last },
    { page_size: MAX_SHIFTS },
  )
  // Open slots belong to no school and have no shift status.
  const free = search.school || search.state ? none : (offers.data?.rows ?? none)
  const shown = useMemo(() => query.data?.rows.filter(({ date }) => date >= first), [query.data, first])
  const rows = useMemo(() => unitsWithin(units, search), [units, search])
  // A night of the day before extends into the first day as well.
  const found = useCapstoneDays(addDays(first, -1), days.length + 1, search.facility)
  const capstones = useMemo(() => capstonesShown(found.data, search, rows), [found.data, search, rows])
  const hues = useMemo(
    () => schoolHues([...(query.data?.rows ?? []), ...capstones].map((row) => row.school_id)),
    [query.data, capstones],
  )
  const full = useMemo(
    () => new Map((occupancy.data ?? []).map((one) => [`${one.unit_id} ${one.date}`, one])),
    [occupancy.data],
  )
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
      <DaySteps
        title={isPhone ? formatDate(first, 'weekday') : formatRange(first, last)}
        now={isPhone ? 'Today' : 'This week'}
        word={isPhone ? 'day' : 'week'}
        isNow={first <= today && today <= last}
        onNow={() => onSearch({ on: isPhone ? today : undefined })}
        onStep={(step) => onSearch({ on: addDays(first, step * days.length) })}
      />
      <Missing what="Open slots" query={offers} />
      <Missing what="Capstone students" query={found} />
      <Missing what="How full units are" query={occupancy} />
      {shown && <Legend rows={shown} hues={hues} />}
      {isPhone ? (
        <DayList day={first} units={rows} rows={shown} {...{ free, full, hues, search, capstones }} />
      ) : (
        <Week
          units={rows}
          days={days}
          rows={shown}
          free={free}
          known={query.data?.rows ?? []}
          taken={found.data}
          capstones={capstones}
          full={full}
          hues={hues}
          {...{ search, today, mayMove }}
        />
      )}
    </>
  )
}

type WeekProps = Pick<FacilityBoardProps, 'search' | 'today' | 'mayMove'> & {
  units: readonly UnitOfFacility[]
  days: readonly PlainDate[]
  rows: readonly ShiftRow[] | undefined
  /** Open slots that no one has taken yet. */
  free: readonly SlotRow[]
  /** Days of capstone projects, as filtered. */
  capstones: readonly CapstoneDay[]
  known: readonly ShiftRow[]
  /** All days of capstone projects around the week. */
  taken: readonly CapstoneDay[] | undefined
  full: ReadonlyMap<string, Occupancy>
  hues: ReadonlyMap<string, CalendarHue>
}

function Week(props: WeekProps): ReactNode {
  const { units, days, rows, free, known, taken, capstones, full, hues, search, today, mayMove } = props
  const cards = useMemo(
    () =>
      rows && [
        ...rows.map((row) => cardOf(row, { hues, mayMove, href: (id) => hrefOf(search, id) })),
        ...free.map(cardOfSlot),
        ...capstones.map((row) => cardOfCapstone(row, hues)),
      ],
    [rows, free, capstones, hues, mayMove, search],
  )
  const lines = useMemo(
    () => units.map(({ id, name, site_name: above }) => ({ id, name, ...(above && { above }) })),
    [units],
  )
  const move = useFacilityMove(units)
  const rowOf = useCallback((id: string) => known.find((row) => row.id === id), [known])
  const refusalOf = useCallback(
    (card: BoardCard, unit: string, date: PlainDate) => {
      const row = rowOf(card.id)
      const there = { date, facility_id: unit }
      return row && moveBlocker(row, there, { units, shifts: known, capstones: taken, today })
    },
    [rowOf, units, known, taken, today],
  )
  const onMove = useCallback(
    async ({ id, rowId, start }: BoardMove) => {
      const row = rowOf(id)
      return row ? move(row, { date: dayOf(start), facility_id: rowId }) : 'This shift is no longer shown.'
    },
    [rowOf, move],
  )
  const unitOf = useMemo(() => new Map(units.map((unit) => [unit.id, unit])), [units])
  const noteOf = useCallback(
    (unit: string, date: PlainDate) => dayNote(unitOf.get(unit), date, full.get(`${unit} ${date}`)),
    [unitOf, full],
  )
  return (
    <WeekBoard
      label={`Shifts by unit, ${formatRange(days[0]!, days.at(-1)!)}`}
      rows={lines}
      days={days}
      cards={cards}
      today={today}
      noteOf={noteOf}
      {...(mayMove && { refusalOf, onMove })}
      empty="No units match these filters. Add units under Management."
    />
  )
}

function Legend({
  rows,
  hues,
}: {
  rows: readonly ShiftRow[]
  hues: ReadonlyMap<string, CalendarHue>
}): ReactNode {
  const schools = [...Map.groupBy(rows, (row) => row.school_id).values()]
    .map((all) => ({ id: all[0]!.school_id, name: all[0]!.school_name, count: all.length }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <CalendarLegend
      label="Schools by color"
      entries={schools.map(({ id, name, count }) => ({ hue: hues.get(id)!, words: name, count }))}
    />
  )
}

type DayListProps = Omit<WeekProps, 'days' | 'known' | 'taken' | 'today' | 'mayMove'> & { day: PlainDate }

function DayList({ day, units, rows, free, capstones, full, hues, search }: DayListProps): ReactNode {
  if (!rows) return <Skeletons shape="text" count={6} />
  const byUnit = Map.groupBy(rows, (row) => row.facility_id)
  const freeByUnit = Map.groupBy(free, (row) => row.facility_id)
  const capstonesByUnit = Map.groupBy(
    capstones.filter(({ date }) => date === day),
    (row) => row.facility_id,
  )
  const used = units.filter(({ id }) => byUnit.has(id) || freeByUnit.has(id) || capstonesByUnit.has(id))
  if (used.length === 0)
    return (
      <EmptyState
        compact
        title="No shifts this day"
        description="Try another day or fewer filters."
        action={
          <LinkButton variant="default" href="/facility/shifts?view=list">
            Go to next shift
          </LinkButton>
        }
      />
    )
  return (
    <ul className={classes.units} aria-label={`Shifts on ${formatDate(day, 'full')}`}>
      {used.map((unit) => (
        <li key={unit.id}>
          <h3 className={classes.unit}>
            {unit.name}
            <span>{dayNote(unit, day, full.get(`${unit.id} ${day}`))?.text}</span>
          </h3>
          {unit.site_name && <p className={classes.site}>{unit.site_name}</p>}
          <ul className={classes.dayCards}>
            {(byUnit.get(unit.id) ?? []).map((row) => (
              <li
                key={row.id}
                className={classes.dayCard}
                style={{ borderLeftColor: `var(--pw-${hues.get(row.school_id)}-solid)` }}
              >
                <Link href={hrefOf(search, row.id)} className={classes.dayLink}>
                  {hoursWords(row)}, {row.school_name}
                </Link>
                <p>
                  {nameOf(row)}, {seatsOfFacility(row)}
                </p>
                <ShiftStatusBadge status={row.status} />
                {row.has_change && <p>Change requested</p>}
              </li>
            ))}
            {(freeByUnit.get(unit.id) ?? []).map((row) => (
              <li key={row.id} className={classes.dayCard}>
                <Link href={offersHref(row)} className={classes.dayLink}>
                  {hoursWords(row)}, offered
                </Link>
                <p>{seatCount(row.seats)}, still free</p>
              </li>
            ))}
            {(capstonesByUnit.get(unit.id) ?? []).map((row) => (
              <li
                key={row.id}
                className={classes.dayCard}
                style={{ borderLeftColor: `var(--pw-${hues.get(row.school_id)}-solid)` }}
              >
                <CapstoneLink row={row} />
                <p>{capstoneWords(row)}</p>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
