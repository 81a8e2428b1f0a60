import { offsetAt } from '#core/clock-time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Change = { at: number; from: number; to: number }

/**
 * A VTIMEZONE for an IANA zone, whole for the years in which these instants lie: every change of the clocks stands in it
 * by itself, as Node's own table of zones has it, so that no rule of a library goes out of date.
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

// Looking for the changes of a few years takes a thousand questions: once per zone and span.
const known = new Map<string, Change[]>()

/** When the clocks of a zone change from the beginning of one year to the end of another. */
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

/** The minute within the day after `day` at which the offset is no longer `from`. */
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
