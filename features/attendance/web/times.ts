import { clockWords, wallTime } from '#core/clock-time.ts'
import { formatInstant, todayIn } from '#core/plain-date.ts'

/** The time of an instant on the clock of the shift's site, as its reader reads times: 7:02 AM. */
export const timeOf = (instant: string, timeZone: string): string => clockWords(wallTime(instant, timeZone))

/** The same with its day, unless that is the day of `now` at the site: Fri, Dec 4, 6:30 AM. */
export const dayAndTimeOf = (instant: string, timeZone: string, now: string): string =>
  todayIn(timeZone, Date.parse(instant)) === todayIn(timeZone, Date.parse(now))
    ? timeOf(instant, timeZone)
    : formatInstant(instant, timeZone, 'weekday')
