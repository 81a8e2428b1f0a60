import { offsetAt } from '#core/clock-time.ts'
import { timeZoneLines } from './time-zone.ts'

type ClearanceStatus = 'cleared' | 'cleared_with_condition' | 'not_cleared' | 'unknown'

/** A shift as a calendar shows it: no person is named in it. Instants in ISO 8601, UTC. */
export type CalendarShift = {
  id: string
  version: number
  title: string
  school_name: string
  unit_name: string | null
  site_name: string | null
  address: string | null
  time_zone: string
  starts_at: string
  ends_at: string
  is_cancelled: boolean
  updated_at: string
  /** A student's own clearance for it; null for others, and where it lies behind. */
  clearance: ClearanceStatus | null
  /** How many of its students are not cleared, for those who lead or plan it. */
  uncleared: number
}

/**
 * Shifts as an iCalendar file (RFC 5545). The same shift is the same UID for ever, its version is the SEQUENCE, and one
 * that was cancelled stays in it as CANCELLED, or calendars would keep the old one. Written here and not by a library:
 * those pass wall times through the server's own zone, which has its own nights in which clocks change.
 */
export function calendarText(shifts: readonly CalendarShift[], appUrl: string): string {
  const zones = new Map<string, string[]>()
  for (const { time_zone: zone, starts_at: from, ends_at: to } of shifts)
    zones.set(zone, [...(zones.get(zone) ?? []), from, to])
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Placewell//Shifts//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'NAME:Placewell shifts',
    'X-WR-CALNAME:Placewell shifts',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...zones].flatMap(([zone, instants]) => timeZoneLines(zone, instants)),
    ...shifts.flatMap((shift) => eventLines(shift, appUrl)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function eventLines(shift: CalendarShift, appUrl: string): string[] {
  const location = [shift.unit_name, shift.site_name].filter(Boolean).join(', ')
  const page = `${appUrl}/shift/${shift.id}`
  const changed = stamp(shift.updated_at)
  return [
    'BEGIN:VEVENT',
    `UID:shift-${shift.id}@placewell`,
    `SEQUENCE:${shift.version}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART${wallTime(shift.starts_at, shift.time_zone)}`,
    `DTEND${wallTime(shift.ends_at, shift.time_zone)}`,
    `SUMMARY:${text(shift.title)}`,
    ...(location ? [`LOCATION:${text([location, shift.address].filter(Boolean).join('\n'))}`] : []),
    `DESCRIPTION:${text([shift.school_name, clearanceLine(shift), `Details: ${page}`].filter(Boolean).join('\n'))}`,
    `URL:${page}`,
    `STATUS:${shift.is_cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${shift.is_cancelled ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** Whether someone may come. What is missing, by when and what to do next is on the page: a calendar is often shared. */
function clearanceLine({ clearance, uncleared, is_cancelled: isCancelled }: CalendarShift): string | null {
  if (isCancelled) return null
  if (clearance) return `Clearance: ${clearanceWords[clearance]}`
  return uncleared > 0 ? `${uncleared} student${uncleared === 1 ? '' : 's'} not cleared` : null
}

const clearanceWords: Record<ClearanceStatus, string> = {
  cleared: 'cleared',
  cleared_with_condition: 'cleared with a condition',
  not_cleared:
    'not cleared. The page below says what is missing, by when, whose rule it is and what to do next',
  unknown: 'nothing required',
}

/**
 * The instant on a clock in the zone. The second time that a clock shows the same hour has no name in iCalendar, where a
 * wall time that comes twice means the first: then it is said in UTC.
 */
function wallTime(instant: string, zone: string): string {
  const at = Date.parse(instant)
  const wall = at + offsetAt(at, zone)
  const earlier = wall - offsetAt(at - 86_400_000, zone)
  const isSecond = earlier < at && earlier + offsetAt(earlier, zone) === wall
  return isSecond ? `:${stamp(instant)}` : `;TZID=${zone}:${stamp(new Date(wall).toISOString()).slice(0, -1)}`
}

/** 2026-11-21T12:00:00.000Z as 20261121T120000Z. */
const stamp = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** A text as iCalendar wants it, without what steers a terminal. */
function text(words: string): string {
  return words
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** No line is longer than 75 bytes; what goes on begins with a blank. Signs stay whole. */
function folded(line: string): string {
  let [out, bytes] = ['', 0]
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (bytes + size > 75) [out, bytes] = [`${out}\r\n `, 1]
    out += sign
    bytes += size
  }
  return out
}
