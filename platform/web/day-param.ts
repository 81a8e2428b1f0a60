import { isPlainDate, type PlainDate } from '#core/plain-date.ts'

/** A day from the address, 'YYYY-MM-DD', or undefined. Not in search-params.ts: every page loads that, and few need dates for their address. */
export const dayParam = (value: unknown): PlainDate | undefined =>
  typeof value === 'string' && isPlainDate(value) ? value : undefined
