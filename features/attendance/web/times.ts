import { clockWords, wallTime } from '#core/clock-time.ts'
import { formatInstant, todayIn } from '#core/plain-date.ts'

/** The time of an instant on the clock of the shift's site, as its reader reads times: 7:02 AM. */
export const timeOf = (instant: string, timeZone: string): string => clockWords(wallTime(instant, timeZone))

/**
 * The time on the site's clock that is offered to anyone who records when a student came or left: what is known of it; else now, which is
 * when exceptions are recorded, and never outside of the shift.
 */
export function timeToOffer(
  known: string | null,
  shift: { starts_at: string; ends_at: string; time_zone: string },
  now: string,
): string {
  const inShift = now < shift.starts_at ? shift.starts_at : now > shift.ends_at ? shift.ends_at : now
  return wallTime(known ?? inShift, shift.time_zone)
}

/** The same with its day, unless that is the day of `now` at the site: Fri, Dec 4, 6:30 AM. */
export const dayAndTimeOf = (instant: string, timeZone: string, now: string): string =>
  todayIn(timeZone, Date.parse(instant)) === todayIn(timeZone, Date.parse(now))
    ? timeOf(instant, timeZone)
    : formatInstant(instant, timeZone, 'weekday')
