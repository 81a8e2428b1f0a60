import { readTime, scheduledMinutes } from '#core/clock-time.ts'
import { shiftPresets } from '#features/facilities/rules.ts'
import { presetBreak } from '#features/shifts/rules.ts'
import type { Reader } from './reader.ts'
import type { Hours, KnownUnit, NamedHours } from './types.ts'

/** In minutes. A range like "7–3" that is shorter or longer is not a shift. */
const SHORTEST = 3 * 60
const LONGEST = 14 * 60

const TIME = String.raw`(?:noon|midnight|(?:[01]?\d|2[0-4])(?::[0-5]\d)?\s?(?:[ap]\.?\s?m\.?|[ap])(?![\p{L}])|(?:[01]?\d|2[0-4]):[0-5]\d|(?:[01]\d|2[0-4])[0-5]\d|(?:1\d|2[0-4]|0?\d))`
const RANGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}/:-])(?:from\s+)?(${TIME})\s*(?:hrs?|h)?\s*(?:-|–|—|to|until|till?)\s*(${TIME})(?:\s*(?:hrs?|hours?|h)\b)?(?![\p{N}/:]|[-–](?:hour|hr|\d)|\s*(?:students?|seats?|weeks?|spots?)\b)`,
  'iu',
)

/** Everything a written range of hours can mean: one reading if it is clear, several without AM or PM. */
export type Written = { quote: string; readings: Hours[] }

/** Takes ranges of hours: those with AM, PM, noon, minutes or four digits, or the bare ones ("7–3"), before which dates are read. */
export function parseHours(reader: Reader, isBare: boolean): Written[] {
  const found: Written[] = []
  reader.take(RANGE, ([quote, one = '', other = '']) => {
    const says = /[ap]|:|noon|midnight|\d{4}/i
    if (!isBare && ![one, other].some((time) => says.test(time))) return false
    // "2027 to 12 March" is a year, not a time.
    if (/^20[23]\d$/.test(one) && !/^\d{4}$/.test(other)) return false
    const readings = readingsOf(one, other)
    if (readings.length === 0) return false
    found.push({ quote: quote.trim(), readings })
    return true
  })
  return found
}

/** By the 24-hour clock, AM and PM: each time that the text can mean. */
function timesOf(text: string): { times: string[]; isPlain: boolean } {
  const typed = text.toLowerCase().replaceAll(/[\s.]/g, '')
  if (typed === 'noon') return { times: ['12:00'], isPlain: true }
  if (typed === 'midnight' || typed === '24:00' || typed === '2400')
    return { times: ['00:00'], isPlain: true }
  const time = readTime(typed)
  if (!time) return { times: [], isPlain: false }
  const isPlain =
    /[ap]/.test(typed) ||
    /^\d{4}$/.test(typed) ||
    /^0\d/.test(typed) ||
    Number(time.slice(0, 2)) > 12 ||
    time.startsWith('00')
  if (isPlain) return { times: [time], isPlain }
  const hour = Number(time.slice(0, 2)) % 12
  return { times: [hour, hour + 12].map((one) => `${String(one).padStart(2, '0')}${time.slice(2)}`), isPlain }
}

function readingsOf(one: string, other: string): Hours[] {
  const [start, end] = [timesOf(one), timesOf(other)]
  const all = start.times.flatMap((from) =>
    end.times.map((to): Hours => ({ start: from, end: to, rest: presetBreak(from, to) })),
  )
  if (start.isPlain && end.isPlain) return all
  const likely = all.filter(({ start: from, end: to }) => {
    const minutes = scheduledMinutes(from, to)
    return minutes >= SHORTEST && minutes <= LONGEST
  })
  return likely.length > 0 ? likely : all
}

export type Part = 'day' | 'evening' | 'night'
/** A shift by its name: "12-hour days", "evenings", N12. */
export type SpokenHours = { quote: string; part: Part | null; hours: number | null }

const parts: Record<string, Part> = { d: 'day', e: 'evening', n: 'night' }

export function parseSpokenHours(reader: Reader): SpokenHours[] {
  const found: SpokenHours[] = []
  reader.take(
    /(?<![\p{L}\p{N}])([DEN])(8|10|12)(?![\p{L}\p{N}])(?:\s+shifts?)?/u,
    ([quote, part = '', hours]) =>
      found.push({ quote: quote.trim(), part: parts[part.toLowerCase()]!, hours: Number(hours) }),
  )
  reader.take(
    /(?<![\p{L}\p{N}])(8|10|12|eight|ten|twelve)[\s-]*(?:hours?|hrs?|h)(?![\p{L}])[\s-]*(?:(day|evening|night)s?(?![\p{L}])(?:\s+shifts?)?|shifts?)?/iu,
    ([quote, hours = '', part]) =>
      found.push({
        quote: quote.trim(),
        part: (part?.toLowerCase() as Part | undefined) ?? null,
        hours: { eight: 8, ten: 10, twelve: 12 }[hours.toLowerCase()] ?? Number(hours),
      }),
  )
  reader.take(
    /(?<![\p{L}\p{N}])(?:over)?(day|evening|night)(?:s(?:\s+shifts?)?|\s+shifts?)(?![\p{L}])|(?<![\p{L}])(overnight|pms?\s+shifts?)(?![\p{L}])/iu,
    ([quote, part, other]) =>
      found.push({
        quote: quote.trim(),
        part: part
          ? (part.toLowerCase() as Part)
          : other!.toLowerCase().startsWith('pm')
            ? 'evening'
            : 'night',
        hours: null,
      }),
  )
  return found
}

/** The part of the day in which a shift starts: from 19:00 on it is the night, because 12-hour nights begin then. */
export function partOf({ start }: Pick<Hours, 'start'>): Part {
  const hour = Number(start.slice(0, 2))
  return hour >= 5 && hour < 12 ? 'day' : hour >= 12 && hour < 19 ? 'evening' : 'night'
}

const fits = ({ part, hours }: Pick<SpokenHours, 'part' | 'hours'>, one: Hours): boolean =>
  (part === null || part === partOf(one)) &&
  (hours === null || Math.abs(scheduledMinutes(one.start, one.end) - hours * 60) <= 30)

/** The shifts that a name can mean: those of the unit, otherwise the usual hospital shifts. */
export function hoursNamed(
  spoken: Pick<SpokenHours, 'part' | 'hours'>,
  unit: KnownUnit | null,
): NamedHours[] {
  const own = (unit?.patterns ?? []).filter((one) => fits(spoken, one))
  return own.length > 0 ? own : usualHours.filter((one) => fits(spoken, one))
}

const usualHours: readonly NamedHours[] = shiftPresets.map(({ name, start, end, unpaid_break_min }) => ({
  name,
  start,
  end,
  rest: unpaid_break_min ?? presetBreak(start, end),
}))

/** The choices for unclear hours: those of the unit first, then the usual ones, each once. */
export function hoursToChoose(unit: KnownUnit | null): NamedHours[] {
  const all = [...(unit?.patterns ?? []), ...usualHours]
  return all.filter(
    (one, at) => all.findIndex(({ start, end }) => start === one.start && end === one.end) === at,
  )
}
