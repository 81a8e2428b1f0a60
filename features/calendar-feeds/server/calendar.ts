import { offsetAt } from '#core/clock-time.ts'
import { timeZoneLines } from './time-zone.ts'

type ClearanceStatus = 'cleared' | 'cleared_with_condition' | 'not_cleared' | 'unknown'

/** A shift as a calendar shows it, without names of people. Instants in ISO 8601, UTC. */
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
  /** A student's own clearance for it; null for others, and for past shifts. */
  clearance: ClearanceStatus | null
  /** How many of its students are not cleared, for those who lead or plan it. */
  uncleared: number
}

/**
 * Shifts as an iCalendar file (RFC 5545). A shift always has the same UID, its version is the SEQUENCE, and a
 * canceled one stays as CANCELLED, because calendars would otherwise keep the old one. Written without a
 * library, because those convert wall times through the server's own zone, with its own clock changes.
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

/** Clearance only. What is missing, by when and the next step are on the page: calendars are often shared. */
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

/** An instant as wall time in the zone. In iCalendar a repeated wall time means its first occurrence, so the second is written in UTC. */
function wallTime(instant: string, zone: string): string {
  const at = Date.parse(instant)
  const wall = at + offsetAt(at, zone)
  const earlier = wall - offsetAt(at - 86_400_000, zone)
  const isSecond = earlier < at && earlier + offsetAt(earlier, zone) === wall
  return isSecond ? `:${stamp(instant)}` : `;TZID=${zone}:${stamp(new Date(wall).toISOString()).slice(0, -1)}`
}

/** 2026-11-21T12:00:00.000Z as 20261121T120000Z. */
const stamp = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Escapes text for iCalendar and removes control characters. */
function text(words: string): string {
  return words
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r\n|\r|\n/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Folds lines longer than 75 bytes; continuation lines begin with a space. Characters stay whole. */
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
