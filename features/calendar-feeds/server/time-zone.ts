import { offsetAt } from '#core/clock-time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Change = { at: number; from: number; to: number }

/**
 * A VTIMEZONE for an IANA zone, complete for the years of these instants: lists every clock
 * change separately, from Node's own zone data, so that no library's rules go out of date.
 */
export function timeZoneLines(zone: string, instants: readonly string[]): string[] {
  const years = instants.map((instant) => Number(instant.slice(0, 4)))
  const changes = changesOf(zone, Math.min(...years) - 1, Math.max(...years) + 1)
  const offset = changes[0]?.from ?? offsetAt(Date.parse(instants[0] ?? '1970-01-01'), zone)
  const standard = Math.min(offset, ...changes.map(({ to }) => to))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...observance('19700101T000000', offset, offset, standard),
    ...changes.flatMap(({ at, from, to }) => observance(wall(at + from), from, to, standard)),
    'END:VTIMEZONE',
  ]
}

function observance(start: string, from: number, to: number, standard: number): string[] {
  const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${offsetText(from)}`,
    `TZOFFSETTO:${offsetText(to)}`,
    `END:${kind}`,
  ]
}

// Finding the changes of a few years takes a thousand lookups: once per zone and span.
const known = new Map<string, Change[]>()

/** The clock changes of a zone from the start of one year to the end of another. */
function changesOf(zone: string, firstYear: number, lastYear: number): Change[] {
  const key = `${zone} ${firstYear} ${lastYear}`
  let changes = known.get(key)
  if (!changes) {
    changes = []
    const end = Date.UTC(lastYear + 1, 0)
    for (let day = Date.UTC(firstYear, 0); day < end; day += DAY_MS) {
      const [from, to] = [offsetAt(day, zone), offsetAt(day + DAY_MS, zone)]
      if (from !== to) changes.push({ at: momentOf(zone, day, from), from, to })
    }
    known.set(key, changes)
  }
  return changes
}

/** The minute of the day after `day` from which the offset is no longer `from`. */
function momentOf(zone: string, day: number, from: number): number {
  let [before, after] = [0, DAY_MS / MINUTE_MS]
  while (after - before > 1) {
    const middle = (before + after) >> 1
    if (offsetAt(day + middle * MINUTE_MS, zone) === from) before = middle
    else after = middle
  }
  return day + after * MINUTE_MS
}

const wall = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

function offsetText(ms: number): string {
  const minutes = Math.abs(ms) / MINUTE_MS
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`
}
