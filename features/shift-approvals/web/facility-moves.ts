import { isOvernight } from '#core/clock-time.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { agreedStates, liveStates } from '#core/shift-statuses.ts'
import type { CapstoneDay } from '../contract.ts'
import type { Proposal, ShiftRow, ShiftStatus, UnitOfFacility } from '#features/shifts/contract.ts'
import { mayMove, seatsTakenBy, statusLabels } from '#features/shifts/rules.ts'

/** How a facility moves a shift: by a counteroffer to the request, or by a change request to the school; null if neither is possible. */
export function moveBy(status: ShiftStatus): 'counter' | 'change' | null {
  if (mayMove(status, 'counter', 'facility')) return 'counter'
  return agreedStates.includes(status) ? 'change' : null
}

type Span = Pick<ShiftRow, 'date' | 'start_time' | 'end_time'>
/** Wall times of a shift as comparable texts; an end at or before the start is on the next day. */
export const spanOf = ({ date, start_time: start, end_time: end }: Span) => ({
  start: `${date}T${start}`,
  end: `${isOvernight(start, end) ? addDays(date, 1) : date}T${end}`,
})
const overlap = (a: Span, b: Span): boolean => {
  const [one, other] = [spanOf(a), spanOf(b)]
  return one.start < other.end && other.start < one.end
}
/** The seats that a shift takes on its unit: the approved number, or else the requested one. */
export const seatsOf = (row: Pick<ShiftRow, 'approved_capacity' | 'capacity'>): number =>
  row.approved_capacity ?? row.capacity

/** The maximum number of students a unit takes at a time on a day. */
export function mostOn(unit: UnitOfFacility, date: PlainDate): number {
  if (unit.capacity_windows.length === 0) return unit.max_students_per_shift
  const open = unit.capacity_windows.filter(({ from, to }) => from <= date && date <= to)
  return Math.min(unit.max_students_per_shift, Math.max(0, ...open.map(({ max }) => max)))
}

/** The closed period of a unit that contains this day. */
export const closedOn = (unit: Pick<UnitOfFacility, 'blackout'>, date: PlainDate) =>
  unit.blackout.find(({ from, to }) => from <= date && date <= to)

/**
 * Why a shift can't be moved there, as far as the board's data tells (Domain 2.4, effective capacity); undefined if it can. The database
 * decides again, with data that the board does not have.
 */
export function moveBlocker(
  row: ShiftRow,
  to: Proposal,
  known: {
    units: readonly UnitOfFacility[]
    shifts: readonly ShiftRow[]
    capstones?: readonly CapstoneDay[] | undefined
    today: PlainDate
  },
): string | undefined {
  const moved = { ...row, ...to }
  if (!moveBy(row.status)) return `It is ${statusLabels[row.status].toLowerCase()} and stays where it is.`
  if (moved.date < known.today) return 'That day has passed.'
  const unit = known.units.find(({ id }) => id === moved.facility_id)
  if (!unit) return 'Choose a unit that you run.'
  if (unit.status !== 'active') return `${unit.name} is ${unit.status}.`
  const closed = closedOn(unit, moved.date)
  if (closed)
    return `${unit.name} takes no students on ${formatDate(moved.date)}${closed.reason ? `: ${closed.reason}` : ''}.`
  const others = known.shifts.filter(
    (other) =>
      other.id !== row.id &&
      other.facility_id === unit.id &&
      liveStates.includes(other.status) &&
      overlap(other, moved),
  )
  const capstones = (known.capstones ?? []).filter(
    (day) => day.facility_id === unit.id && overlap(day, moved),
  )
  if (
    unit.exclusive_school &&
    [...others, ...capstones].some(({ school_id: school }) => school !== row.school_id)
  )
    return `Another school has ${unit.name} at that time, and it takes one school at a time.`
  const most = mostOn(unit, moved.date)
  const taken = others.reduce((sum, other) => sum + seatsOf(other), capstones.length)
  if (taken + Math.min(seatsOf(row), moved.capacity) > most)
    return `${unit.name} takes ${most} students at a time${taken > 0 ? `; ${seatsTakenBy(taken, capstones.length)}` : ''}.`
  return undefined
}
