import { howMany } from '#core/number-text.ts'
import type { BoardCard } from '#ui/calendar/week-board.ts'
import { type CalendarHue, huesOf } from '#ui/calendar/hues.ts'
import type { CapstoneDay, Occupancy } from '../contract.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import type { ShiftRow, ShiftStatus, UnitOfFacility } from '#features/shifts/contract.ts'
import type { SlotRow } from '#features/open-slots/contract.ts'
import { slotLabels } from '#features/open-slots/rules.ts'
import { statusLabels } from '#features/shifts/rules.ts'
import { closedOn, moveBy, spanOf } from './facility-moves.ts'
import type { FacilitySearch } from './facility-search.ts'
import { zoneWords } from '#features/shifts/web/public.ts'

/** Seats of a shift for a facility: "8 requested", "2 of 6 taken, 8 requested", "6 of 6 taken". */
export function seatsOfFacility(
  row: Pick<ShiftRow, 'capacity' | 'approved_capacity' | 'seats' | 'seats_taken'>,
): string {
  if (row.approved_capacity === null) return `${row.capacity} requested`
  const seats = row.seats ?? row.approved_capacity
  return `${row.seats_taken} of ${seats} taken${row.capacity > row.approved_capacity ? `, ${row.capacity} requested` : ''}`
}

/** A color for each school that comes here, the same on every page. */
export const schoolHues = (ids: Iterable<string>): ReadonlyMap<string, CalendarHue> => huesOf(ids)

/** Short labels, because a card is narrow. */
const shortWords: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'Requested',
  needs_info: 'Question',
  countered: 'Change suggested',
}

/** A shift as its card on the board: the school's name and color, the state in a word and the seats, "6/8". */
export function cardOf(
  row: ShiftRow,
  {
    hues,
    href,
    mayMove,
  }: { hues: ReadonlyMap<string, CalendarHue>; href: (id: string) => string; mayMove: boolean },
): BoardCard {
  const hue = hues.get(row.school_id)
  return {
    id: row.id,
    rowId: row.facility_id ?? '',
    ...spanOf(row),
    zone: zoneWords(row.time_zone, row.starts_at),
    title: row.school_name,
    count:
      row.approved_capacity === null
        ? howMany(row.capacity, 'seat')
        : `${row.seats_taken}/${row.seats ?? row.approved_capacity}`,
    ...(hue && { hue }),
    status: row.has_change ? 'Change requested' : (shortWords[row.status] ?? statusLabels[row.status]),
    href: href(row.id),
    isMovable: mayMove && moveBy(row.status) !== null,
    ...(endStates.includes(row.status) && { isOff: true }),
  }
}

/** An open slot that no one has taken yet, as its card on the board: it links to its unit's offers on that day. */
export function cardOfSlot(row: SlotRow): BoardCard {
  return {
    id: `slot ${row.id}`,
    rowId: row.facility_id,
    ...spanOf(row),
    zone: zoneWords(row.time_zone, row.starts_at),
    title: 'Offered',
    count: row.seats === 1 ? '1 seat' : `${row.seats} seats`,
    status: slotLabels.open,
    href: offersHref(row),
  }
}

/** A day of a capstone project, as its card on the board: it links to the project, where the student’s name is. */
export function cardOfCapstone(row: CapstoneDay, hues: ReadonlyMap<string, CalendarHue>): BoardCard {
  const hue = hues.get(row.school_id)
  return {
    id: `capstone ${row.id}`,
    rowId: row.facility_id,
    ...spanOf(row),
    zone: zoneWords(row.time_zone, row.starts_at),
    title: row.school_name,
    count: '1 student',
    ...(hue && { hue }),
    status: 'Capstone',
    ...(row.project_id && { href: `/facility/preceptors/${row.project_id}` }),
  }
}

/** "Capstone, NUR 499: 1 student with Priya Raman", and where the preceptor floats to. */
export const capstoneWords = ({
  course_code: course,
  preceptor_name: preceptor,
  floated_to: to,
}: Pick<CapstoneDay, 'course_code' | 'preceptor_name' | 'floated_to'>): string =>
  `${['Capstone', course].filter(Boolean).join(', ')}: 1 student with ${preceptor}${to ? `, on ${to}` : ''}`

/** Days of capstone projects as the filters of the page have them; none for a status of shifts. */
export const capstonesShown = (
  rows: readonly CapstoneDay[] | undefined,
  search: Pick<FacilitySearch, 'school' | 'state' | 'specialty'>,
  units: readonly Pick<UnitOfFacility, 'id'>[],
): CapstoneDay[] =>
  search.state
    ? []
    : (rows ?? []).filter(
        ({ school_id: school, facility_id: unit }) =>
          (!search.school || school === search.school) &&
          (!search.specialty || units.some(({ id }) => id === unit)),
      )

/** The link to the offers of an open slot's unit, from its day on. */
export const offersHref = (row: Pick<SlotRow, 'facility_id' | 'date'>): string =>
  `/facility/shifts?view=offers&facility=${row.facility_id}&on=${row.date}`

/** How full a unit is on a day, in words and as a share of its capacity: "6 of 8", and how many more are requested. */
export function fullness(
  day: Occupancy | undefined,
): { text: string; share: number; isOver: boolean } | null {
  if (!day) return null
  const asked = day.asked > 0 ? `, ${day.asked} requested` : ''
  return {
    text: `${day.seats} of ${day.most}${asked}`,
    share: day.most === 0 ? (day.seats > 0 ? 1 : 0) : Math.min(1, day.seats / day.most),
    isOver: day.seats + day.asked > day.most,
  }
}

/** The note below the shifts of a unit's day: that it is closed, or how full it is. */
export function dayNote(
  unit: Pick<UnitOfFacility, 'blackout'> | undefined,
  date: PlainDate,
  day: Occupancy | undefined,
): { text: string; isWarning: boolean } | undefined {
  const full = fullness(day)
  if (unit && closedOn(unit, date)) {
    const seats = day?.seats ?? 0
    return {
      text: seats > 0 ? `Closed · ${seats === 1 ? '1 seat' : `${seats} seats`}` : 'Closed',
      isWarning: seats > 0,
    }
  }
  return full ? { text: `Seats ${full.text}`, isWarning: full.isOver } : undefined
}

/** How many shifts and students a day has across all units. */
export const totalOf = (
  days: readonly Pick<Occupancy, 'date' | 'shifts' | 'students'>[],
  day: string,
): { shifts: number; students: number } =>
  days
    .filter(({ date }) => date === day)
    .reduce(
      (sum, { shifts, students }) => ({ shifts: sum.shifts + shifts, students: sum.students + students }),
      {
        shifts: 0,
        students: 0,
      },
    )
