/* Calendar arithmetic on YYYY-MM-DD text; only in UTC, so that no zone can shift a day. */

const dayMs = 86_400_000
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const text = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The day `count` days after a day (before it if negative). */
export const shiftDay = (day: string, count: number): string => text(utc(day) + count * dayMs)

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (day: string): number => new Date(utc(day)).getUTCDay()

/** Days from the first to the second, both included; empty if the second is earlier. */
export function daysBetween(first: string, last: string): string[] {
  const count = Math.round((utc(last) - utc(first)) / dayMs) + 1
  return count > 0 ? Array.from({ length: count }, (_, index) => shiftDay(first, index)) : []
}

/** The months (YYYY-MM) a span touches. */
export const monthsBetween = (first: string, last: string): string[] => [
  ...new Set(daysBetween(first, last).map((day) => day.slice(0, 7))),
]

/** The days of a month (YYYY-MM). */
export function daysOfMonth(month: string): string[] {
  const first = `${month}-01`
  const next = shiftDay(`${month}-28`, 4).slice(0, 7)
  return daysBetween(first, shiftDay(`${next}-01`, -1))
}

/** A day as text; the default is "Jan 15, 2026". */
export function formatDay(
  day: string,
  options: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' },
): string {
  const key = JSON.stringify(options)
  let words = formatters.get(key)
  if (!words) formatters.set(key, (words = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })))
  return words.format(utc(day))
}

// Creating a formatter takes a hundred times as long as using it, and a calendar needs one for every day.
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Parses 2026-01-15, 1/15/2026, 1/15/26 and "Jan 15, 2026" as 2026-01-15; undefined for anything else, and for days that do not exist. */
export function parseDay(typed: string): string | undefined {
  const trimmed = typed.trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed)
  if (iso) return existing(iso[1], iso[2], iso[3])
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed)
  if (us) return existing(us[3]?.length === 2 ? `20${us[3]}` : us[3], us[1], us[2])
  const named = /^([a-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+(\d{4})$/i.exec(trimmed)
  if (named) return existing(named[3], String(months.indexOf(named[1]?.toLowerCase() ?? '') + 1), named[2])
  return undefined
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function existing(year = '', month = '', day = ''): string | undefined {
  const candidate = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const ms = utc(candidate)
  return !Number.isNaN(ms) && text(ms) === candidate ? candidate : undefined
}
