import { formatInstant } from '#core/plain-date.ts'

/** The time of an instant on the clock of the shift's site: 07:02. */
export const timeOf = (instant: string, timeZone: string): string =>
  formatInstant(instant, timeZone).slice(-5)
