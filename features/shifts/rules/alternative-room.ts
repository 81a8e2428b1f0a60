import type { ClockTime } from '#core/clock-time.ts'
import { comparePlainDates, diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'

/** Alternatives with room: other units of the site at that time, and a day on which the same unit has room. */
export type AlternativeRoom = { units: string[]; day: PlainDate | null; unit: string }

/** A unit and day on which a shift could be held instead, with the available seats. */
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

/** Offsets in days at which alternatives are searched: the same weekday first, then adjacent days. */
export const alternativeDays = [0, 7, -7, 14, 1, -1, 2] as const
const MAX_WINDOWS = 3
/** At most this many of the three alternatives are on one unit. */
const MAX_OF_UNIT = 2

/**
 * The windows to offer for a declined or countered shift: those with room for all its students, closest to the request (same day, then same
 * weekday; its own site first), and not all three on one unit.
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
      chosen.length < MAX_WINDOWS &&
      chosen.filter(({ facility_id: id }) => id === one.facility_id).length < MAX_OF_UNIT
    )
      chosen.push(one)
  return chosen
}

/** Describes where there is room instead. */
export const alternativeRoomText = ({ units, day, unit }: AlternativeRoom): string =>
  [
    units.length > 0 && `There is room at that time on ${units.join(', ')}.`,
    day && `${unit} has room on ${formatDate(day, 'full').replace(/, \d{4}$/, '')}.`,
  ]
    .filter(Boolean)
    .join(' ')
