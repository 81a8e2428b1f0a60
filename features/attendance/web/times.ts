import { clockWords, wallTime } from '#core/clock-time.ts'

/** The time of an instant on the clock of the shift's site, as its reader reads times: 7:02 AM. */
export const timeOf = (instant: string, timeZone: string): string => clockWords(wallTime(instant, timeZone))
