import type { ClockTime } from '#core/clock-time.ts'
import { comparePlainDates, diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'

/** Where there is room instead: units of the same site at that time, and a day on which the unit itself has some. */
export type RoomInstead = { units: string[]; day: PlainDate | null; unit: string }

/** A unit and a day on which a shift could be held instead, with the seats there are. */
export type Candidate = {
  facility_id: string
  unit_name: string
  site_id: string | null
  site_name: string | null
  date: PlainDate
  start_time: ClockTime
  end_time: ClockTime
  seats: number
}

/** Days around its own on which a shift is looked for instead: the same weekday first, then the days next to it. */
export const daysInstead = [0, 7, -7, 14, 1, -1, 2] as const
const MOST_WINDOWS = 3
/** Of three to choose from, so many on one unit. */
const MOST_OF_UNIT = 2

/**
 * The windows to offer instead of a shift that was declined or countered: those with room for all its students, nearest to what was
 * asked for (its day, then its weekday; its site before another), and not all three on one unit.
 */
export function freeWindows(
  asked: { facility_id: string; site_id: string | null; date: PlainDate; seats: number },
  candidates: readonly Candidate[],
): Candidate[] {
  const distance = (one: Candidate): number =>
    one.facility_id === asked.facility_id ? 0 : one.site_id === asked.site_id ? 1 : 2
  const day = (one: Candidate): number => {
    const days = Math.abs(diffDays(asked.date, one.date))
    return days % 7 === 0 ? days / 7 : 3 + days
  }
  const nearest = candidates
    .filter(({ seats }) => seats >= asked.seats)
    .toSorted(
      (a, b) =>
        day(a) + distance(a) - (day(b) + distance(b)) ||
        comparePlainDates(a.date, b.date) ||
        a.unit_name.localeCompare(b.unit_name),
    )
  const chosen: Candidate[] = []
  for (const one of nearest)
    if (
      chosen.length < MOST_WINDOWS &&
      chosen.filter(({ facility_id: id }) => id === one.facility_id).length < MOST_OF_UNIT
    )
      chosen.push(one)
  return chosen
}

/** Where there is room instead, in words. */
export const insteadWords = ({ units, day, unit }: RoomInstead): string =>
  [
    units.length > 0 && `There is room at that time on ${units.join(', ')}.`,
    day && `${unit} has room on ${formatDate(day, 'full').replace(/, \d{4}$/, '')}.`,
  ]
    .filter(Boolean)
    .join(' ')
