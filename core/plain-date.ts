import { hourOptions, plainTime } from './time-format.ts'

/**
 * A calendar day, 'YYYY-MM-DD', in no time zone. Days compare and sort as text. A JavaScript `Date` never stands for a day, because it is an
 * instant, which is a different day elsewhere.
 */
export type PlainDate = string
/** A calendar month, 'YYYY-MM'. */
export type PlainMonth = string

const DAY_MS = 86_400_000

/** True if the text is 'YYYY-MM-DD' of a day that exists, from year 1 to 9999. */
export function isPlainDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && fromDayNumber(ms / DAY_MS) === text
}

/** The day `days` after a date (before it if negative). Throws RangeError if the date does not exist. */
export function addDays(date: PlainDate, days: number): PlainDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** Days from one date to another: 1 from today to tomorrow, negative if `to` is earlier. */
export function diffDays(from: PlainDate, to: PlainDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The weekday by ISO 8601: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: PlainDate): 1 | 2 | 3 | 4 | 5 | 6 | 7 {
  // January 1, 1970 was a Thursday.
  return (modulo(dayNumber(date) + 3, 7) + 1) as ReturnType<typeof weekdayOf>
}

/** For sorting: negative if `a` is earlier, 0 if they are the same day. */
export function comparePlainDates(a: PlainDate, b: PlainDate): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** True if the date is from `start` to `end`, both included. */
export function isWithin(date: PlainDate, start: PlainDate, end: PlainDate): boolean {
  return start <= date && date <= end
}

/** True if two spans share a day; both ends are included. */
export function spansOverlap(a: DateSpan, b: DateSpan): boolean {
  return a.start <= b.end && b.start <= a.end
}
export type DateSpan = { start: PlainDate; end: PlainDate }

/** The days from `start` to `end`, both included; empty if `end` is earlier. */
export function eachDay(start: PlainDate, end: PlainDate): PlainDate[] {
  const first = dayNumber(start)
  return Array.from({ length: Math.max(0, dayNumber(end) - first + 1) }, (_, index) =>
    fromDayNumber(first + index),
  )
}

/** The months that the days from `start` to `end` touch, in order. */
export function monthsBetween(start: PlainDate, end: PlainDate): PlainMonth[] {
  const [first, last] = [monthNumber(start), monthNumber(end)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => monthOf(first + index))
}

/** The month `months` after a month (before it if negative). */
export const monthAfter = (month: PlainMonth, months: number): PlainMonth =>
  monthOf(monthNumber(month) + months)

/** The current day in an IANA zone; `now` in milliseconds since 1970. Throws RangeError for a zone that does not exist. */
export function todayIn(timeZone: string, now: number = Date.now()): PlainDate {
  const parts = formatter('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** The day of an instant (ISO 8601) in an IANA zone. */
export const dayIn = (timeZone: string, instant: string): PlainDate => todayIn(timeZone, Date.parse(instant))

let zoneOfReader: string | undefined

/** The reader's IANA time zone. */
export const ownZone = (): string => zoneOfReader ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sets the reader's time zone (IANA), for the server that renders a page for someone elsewhere. */
export function readIn(zone: string): void {
  zoneOfReader = zone
}

/** The current day in the reader's time zone. */
export const todayHere = (): PlainDate => todayIn(ownZone())

/** The day of an instant (ISO 8601) in the reader's time zone. */
export const dayHere = (instant: string): PlainDate => dayIn(ownZone(), instant)

let isThisYearLeftOut = false

/**
 * Makes the 'medium' and 'weekday' styles leave out the current year, or stops that; returns the previous setting. For screens, which are
 * read today; emails, files and documents name every year.
 */
export function hideCurrentYear(isLeftOut: boolean): boolean {
  const wasLeftOut = isThisYearLeftOut
  isThisYearLeftOut = isLeftOut
  return wasLeftOut
}

let yearNow = { hour: Number.NaN, zone: undefined as string | undefined, year: '' }

/** The current year in the reader's time zone; looked up once an hour, because that takes as long as creating a formatter. */
function thisYear(): string {
  const hour = Math.floor(Date.now() / 3_600_000)
  if (yearNow.hour !== hour || yearNow.zone !== zoneOfReader)
    yearNow = { hour, zone: zoneOfReader, year: todayHere().slice(0, 4) }
  return yearNow.year
}

/** The pattern of a style for dates of these years. */
function patternOf(style: DateStyle, ...years: readonly string[]): Intl.DateTimeFormatOptions {
  const { year, ...withoutYear }: Intl.DateTimeFormatOptions = styles[style]
  const isShort = style === 'medium' || style === 'weekday'
  const isLeftOut = isShort && isThisYearLeftOut && years.every((one) => one === thisYear())
  return isLeftOut ? withoutYear : { year, ...withoutYear }
}

const styles = {
  /** Jan 12, 2026 */
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  /** January 12, 2026 */
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  /** Mon, Jan 12, 2026 */
  weekday: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  /** Monday, January 12, 2026 */
  full: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  /** January 2026 */
  month: { year: 'numeric', month: 'long' },
  /** Jan 12 */
  day: { month: 'short', day: 'numeric' },
  /** Monday */
  weekdayOnly: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type DateStyle = keyof typeof styles

/** A date as text: 'medium' is Jan 12, 2026, 'long' spells out the month, 'weekday' starts with Mon, 'full' spells out both. */
export function formatDate(date: PlainDate, style: DateStyle = 'medium', locale = 'en-US'): string {
  const pattern = patternOf(style, date.slice(0, 4))
  return formatter(locale, { ...pattern, timeZone: 'UTC' }).format(dayNumber(date) * DAY_MS)
}

/** An instant (ISO 8601) as text in a time zone: Jan 12, 2026, 7:00 AM; the day in a style of formatDate. */
export function formatInstant(instant: string, timeZone: string, style: DateStyle = 'medium'): string {
  const year = isThisYearLeftOut ? todayIn(timeZone, Date.parse(instant)).slice(0, 4) : ''
  const pattern = patternOf(style, year)
  return plainTime(formatter('en-US', { ...pattern, ...hourOptions(), timeZone }).format(Date.parse(instant)))
}

/** An instant in full in the reader's time zone: Monday, January 12, 2026 at 7:00 AM. */
export const formatInFull = (instant: Date): string => plainTime(inFull().format(instant))

/** Two instants in full, naming shared parts once: Monday, January 12, 2026, 7:00 – 9:00 AM. */
export const formatSpanInFull = (start: Date, end: Date): string =>
  plainTime(inFull().formatRange(start, end))

function inFull(): Intl.DateTimeFormat {
  // Without a zone the browser's own applies: asking for its name takes as long as creating a formatter.
  const zone = zoneOfReader && { timeZone: zoneOfReader }
  const { hourCycle } = hourOptions()
  return formatter('en-US', { dateStyle: 'full', timeStyle: 'short', hourCycle, ...zone })
}

/** Two dates as a span, naming shared parts once: Jan 12 – May 8, 2026; the year as in formatDate. */
export function formatRange(
  start: PlainDate,
  end: PlainDate,
  style: DateStyle = 'medium',
  locale = 'en-US',
): string {
  return formatter(locale, { ...patternOf(style, start.slice(0, 4), end.slice(0, 4)), timeZone: 'UTC' })
    .formatRange(dayNumber(start) * DAY_MS, dayNumber(end) * DAY_MS)
    .replaceAll(/\s/g, ' ')
}

/** Days since January 1, 1970. Throws RangeError for a text that is not a date. */
function dayNumber(date: PlainDate): number {
  const ms = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(ms) || date.length !== 10) throw new RangeError(`Not a date: ${date}`)
  return ms / DAY_MS
}

function fromDayNumber(day: number): PlainDate {
  const text = new Date(day * DAY_MS).toISOString()
  // After the year 9999 the text gains a sign and two digits.
  if (text.length !== 24) throw new RangeError('Dates end with the year 9999')
  return text.slice(0, 10)
}

const monthNumber = (date: PlainDate | PlainMonth): number =>
  Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
const monthOf = (number: number): PlainMonth =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`
const modulo = (value: number, by: number): number => ((value % by) + by) % by

// Creating a formatter takes a hundred times as long as using it.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) formatters.set(key, (found = new Intl.DateTimeFormat(locale, options)))
  return found
}
