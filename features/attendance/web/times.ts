import { formatClockTime, wallTime } from '#core/clock-time.ts'
import { formatInstant, todayIn } from '#core/plain-date.ts'

/** The time of an instant in the site's time zone, in the reader's format: 7:02 AM. */
export const timeOf = (instant: string, timeZone: string): string =>
  formatClockTime(wallTime(instant, timeZone))

/**
 * The suggested time, in the site's time zone, for when a student came or left: what is known, otherwise now,
 * limited to the hours of the shift.
 */
export function timeToOffer(
  known: string | null,
  shift: { starts_at: string; ends_at: string; time_zone: string },
  now: string,
): string {
  const inShift = now < shift.starts_at ? shift.starts_at : now > shift.ends_at ? shift.ends_at : now
  return wallTime(known ?? inShift, shift.time_zone)
}

/** The same with its date, unless that is today at the site: Fri, Dec 4, 6:30 AM. */
export const dayAndTimeOf = (instant: string, timeZone: string, now: string): string =>
  todayIn(timeZone, Date.parse(instant)) === todayIn(timeZone, Date.parse(now))
    ? timeOf(instant, timeZone)
    : formatInstant(instant, timeZone, 'weekday')
