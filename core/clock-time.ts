import { addDays, type PlainDate } from './plain-date.ts'
import { timeFormat } from './time-format.ts'

/** A local time, 'HH:MM' from 00:00 to 23:59; PostgreSQL's 'HH:MM:00' is accepted too. */
export type ClockTime = string

/** Parses '7:00', '07:00' and '07:00:00' as '07:00'; null for anything else. */
export function parseClockTime(text: string): ClockTime | null {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(text.trim()) ?? []
  return hour && minute ? `${hour.padStart(2, '0')}:${minute}` : null
}

/** Parses a time as people type it: 7:00 AM, 7 pm, 7a, 0700, 700, 19:30. Null if it is not a time. */
export function readTime(text: string): ClockTime | null {
  const typed = text.trim().toLowerCase().replaceAll('.', '')
  const [, hours, minutes = '00', half] = /^(\d{1,2}?):?(\d{2})? ?(?:([ap])m?)?$/.exec(typed) ?? []
  if (!hours) return null
  const hour = Number(hours)
  if (!half) return parseClockTime(`${hour}:${minutes}`)
  return hour >= 1 && hour <= 12
    ? parseClockTime(`${(hour % 12) + (half === 'p' ? 12 : 0)}:${minutes}`)
    : null
}

/** A local time in the reader's format: '07:00' is 7:00 AM, '00:30' is 12:30 AM; on the 24-hour clock 0700 and 0030. */
export function formatClockTime(time: ClockTime): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = String(minute).padStart(2, '0')
  if (timeFormat() === '24h') return `${String(hour).padStart(2, '0')}${minutes}`
  return `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`
}

/**
 * A time span as every page, email and file writes it: '7:00 AM–3:30 PM', or 0700–1530; overnight '7:00 PM–7:00 AM next day'. A zone
 * follows the times: '7:00 PM–7:00 AM CST next day'.
 */
export const clockRange = (start: ClockTime, end: ClockTime, zone?: string): string =>
  `${formatClockTime(start)}–${formatClockTime(end)}${zone ? ` ${zone}` : ''}${nextDay(start, end, ' next day')}`

/** A short time span: '7 AM–3:30 PM', '3–11 PM', or 07–15; without minutes on the full hour. Overnight it is '7 PM–7 AM +1'. */
export function clockRangeShort(start: ClockTime, end: ClockTime): string {
  const [from, to] = [formatClockTime(start), formatClockTime(end)]
  const plus = nextDay(start, end, ' +1')
  if (timeFormat() === '24h') return `${from}–${to}`.replace(/^(..)00–(..)00$/, '$1–$2') + plus
  const isOneHalf = from.slice(-2) === to.slice(-2) && !plus
  return `${isOneHalf ? from.slice(0, -3) : from}–${to}`.replaceAll(':00', '') + plus
}

/** Minutes since midnight on the wall clock: '07:30' is 450. Throws RangeError for anything but a time. */
export function minuteOfDay(time: ClockTime): number {
  const parsed = parseClockTime(time)
  if (!parsed) throw new RangeError(`Not a time: ${time}`)
  return Number(parsed.slice(0, 2)) * 60 + Number(parsed.slice(3))
}

/** True if a shift ends on the next day, which it does if its end is at or before its start. */
export function isOvernight(start: ClockTime, end: ClockTime): boolean {
  return minuteOfDay(end) <= minuteOfDay(start)
}

/** The words for an end on the next day; empty for an incomplete time that is still being typed. */
const nextDay = (start: string, end: string, words: string): string =>
  end && end.slice(0, 5) <= start.slice(0, 5) ? words : ''

/** Minutes from start to end on the wall clock, ignoring clock changes that night; an end at or before the start is on the next day. */
export function scheduledMinutes(start: ClockTime, end: ClockTime): number {
  return minuteOfDay(end) - minuteOfDay(start) + (isOvernight(start, end) ? 24 * 60 : 0)
}

/**
 * The instants of a shift in UTC (ISO 8601), from its date, its local times and the IANA zone of its site; an end at or before the start is
 * on the next day. Hours are elapsed hours: 19:00–07:00 lasts 11 h the night the clocks go forward and 13 h the night they go back. As in
 * PostgreSQL's AT TIME ZONE, a local time that occurs twice means the later instant, and one that is skipped moves forward by the gap. A
 * start moved past the end this way (02:45–03:15) moves the end with it. Throws RangeError for a date, time or zone that does not exist.
 */
export function shiftInstants(shift: {
  date: PlainDate
  start: ClockTime
  end: ClockTime
  timeZone: string
}): { startsAt: string; endsAt: string } {
  const { date, start, end, timeZone } = shift
  const startsAt = instantOf(date, start, timeZone)
  const overnight = isOvernight(start, end)
  const endsAt = instantOf(overnight ? addDays(date, 1) : date, end, timeZone)
  if (endsAt > startsAt) return { startsAt, endsAt }
  return {
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + scheduledMinutes(start, end) * MINUTE_MS).toISOString(),
  }
}

/** The instant in UTC (ISO 8601) at which a clock in the zone shows this date and time; see shiftInstants for clock changes. */
export function instantOf(date: PlainDate, time: ClockTime, timeZone: string): string {
  const day = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(day) || date.length !== 10) throw new RangeError(`Not a date: ${date}`)
  const wall = day + minuteOfDay(time) * MINUTE_MS
  const before = offsetAt(wall - DAY_MS, timeZone)
  const after = offsetAt(wall + DAY_MS, timeZone)
  if (before === after) return new Date(wall - before).toISOString()
  const readings = [wall - before, wall - after]
  const real = readings.filter((instant) => instant + offsetAt(instant, timeZone) === wall)
  return new Date(Math.max(...(real.length ? real : readings))).toISOString()
}

/** The local time in the zone at an instant (ISO 8601): '07:00'. */
export function wallTime(instant: string, timeZone: string): ClockTime {
  const ms = Date.parse(instant)
  return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(11, 16)
}

/** True if it is a known IANA time zone. */
export function isTimeZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: zone }))
  } catch {
    return false
  }
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

// Creating a formatter takes a hundred times as long as using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The zone's offset from UTC at an instant, both in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(timeZone, clock)
  }
  const at: Record<string, number> = {}
  for (const { type, value } of clock.formatToParts(instant)) at[type] = Number(value)
  return (
    Date.UTC(at['year'] ?? 0, (at['month'] ?? 1) - 1, at['day'], at['hour'], at['minute'], at['second']) -
    instant
  )
}
