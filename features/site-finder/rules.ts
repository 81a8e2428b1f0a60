import { addDays, isWithin, type PlainDate, weekdayOf } from '#core/plain-date.ts'

/** Miles per degree of latitude, the same everywhere. */
const MILES_PER_DEGREE = 69.0

/** The box in degrees around a point that contains everything within this many miles. Near a pole it covers all longitudes. */
export function boxAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  miles: number,
): { south: number; north: number; west: number; east: number } {
  const high = miles / MILES_PER_DEGREE
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)]
  // The circle is widest in degrees where meridians are closest: at its end towards the pole.
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const wide = narrowest < 0.01 ? 180 : Math.min(180, high / narrowest)
  return { south, north, west: longitude - wide, east: longitude + wide }
}

const WEEKS = 8

/** The days from Monday to Friday of this many weeks, from today on; on a weekend, the first week is the next one. */
export function weekdaysAhead(today: PlainDate, weeks = WEEKS): PlainDate[] {
  const thisMonday = addDays(today, 1 - weekdayOf(today))
  const monday = weekdayOf(today) > 5 ? addDays(thisMonday, 7) : thisMonday
  return Array.from({ length: weeks * 7 }, (_, at) => addDays(monday, at)).filter(
    (day) => weekdayOf(day) <= 5 && day >= today,
  )
}

/** A unit's capacity: at a time, in periods with their own number, and days on which it takes no one. */
export type UnitRoom = {
  most: number
  is_exclusive: boolean
  windows: readonly { from: PlainDate; to: PlainDate; max: number }[]
  closed: readonly { from: PlainDate; to: PlainDate }[]
}
export type DaySeats = { date: PlainDate; seats: number; free: number }

/** The seats of a unit on a day and how many are free at its busiest hour; 0 if it is closed, or another school has it exclusively. */
export function seatsOfDay(
  { most, is_exclusive: isExclusive, windows, closed }: UnitRoom,
  date: PlainDate,
  taken: { held: number; others: boolean } = { held: 0, others: false },
): DaySeats {
  if (closed.some(({ from, to }) => isWithin(date, from, to))) return { date, seats: 0, free: 0 }
  const own = windows.filter(({ from, to }) => isWithin(date, from, to)).map(({ max }) => max)
  const seats = windows.length === 0 ? most : Math.min(most, Math.max(0, ...own))
  const free = isExclusive && taken.others ? 0 : Math.max(0, seats - taken.held)
  return { date, seats, free }
}

/** The seats of each week, by its Monday: the sum of its days, and how many are free. */
export function weeksOf(days: readonly DaySeats[]): { from: PlainDate; seats: number; free: number }[] {
  const weeks = Map.groupBy(days, ({ date }) => addDays(date, 1 - weekdayOf(date)))
  return [...weeks].map(([from, own]) => ({
    from,
    seats: own.reduce((total, day) => total + day.seats, 0),
    free: own.reduce((total, day) => total + day.free, 0),
  }))
}
