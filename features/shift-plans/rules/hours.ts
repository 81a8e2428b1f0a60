import { readTime, scheduledMinutes } from '#core/clock-time.ts'
import { shiftPresets } from '#features/facilities/rules.ts'
import type { Reader } from './reader.ts'
import type { Hours, KnownUnit, NamedHours } from './types.ts'

/** Shorter or longer is no shift that someone meant by "7–3". */
const SHORTEST = 3 * 60
const LONGEST = 14 * 60

const TIME = String.raw`(?:noon|midnight|(?:[01]?\d|2[0-4])(?::[0-5]\d)?\s?(?:[ap]\.?\s?m\.?|[ap])(?![\p{L}])|(?:[01]?\d|2[0-4]):[0-5]\d|(?:[01]\d|2[0-4])[0-5]\d|(?:1\d|2[0-4]|0?\d))`
const RANGE = new RegExp(String.raw`(?<![\p{L}\p{N}/:-])(?:from\s+)?(${TIME})\s*(?:hrs?|h)?\s*(?:-|–|—|to|until|till?)\s*(${TIME})(?:\s*(?:hrs?|hours?|h)\b)?(?![\p{N}/:]|[-–](?:hour|hr|\d)|\s*(?:students?|seats?|weeks?|spots?)\b)`, 'iu') // prettier-ignore

/** All that a written span of hours can mean: one where it says so, several where it does not say morning or evening. */
export type Written = { quote: string; readings: Hours[] }

/** Spans of hours: those that say noon, a half of the day, minutes or four digits, or the bare ones ("7–3"), which dates are read before. */
export function takeHours(reader: Reader, isBare: boolean): Written[] {
  const found: Written[] = []
  reader.take(RANGE, ([quote, one = '', other = '']) => {
    const says = /[ap]|:|noon|midnight|\d{4}/i
    if (!isBare && ![one, other].some((time) => says.test(time))) return false
    // "2027 to 12 March" is a year.
    if (/^20[23]\d$/.test(one) && !/^\d{4}$/.test(other)) return false
    const readings = readingsOf(one, other)
    if (readings.length === 0) return false
    found.push({ quote: quote.trim(), readings })
    return true
  })
  return found
}

/** By the 24-hour clock, before noon and after it: whichever a written time can be. */
function timesOf(text: string): { times: string[]; isPlain: boolean } {
  const typed = text.toLowerCase().replaceAll(/[\s.]/g, '')
  if (typed === 'noon') return { times: ['12:00'], isPlain: true }
  if (typed === 'midnight' || typed === '24:00' || typed === '2400') return { times: ['00:00'], isPlain: true }
  const time = readTime(typed)
  if (!time) return { times: [], isPlain: false }
  const isPlain = /[ap]/.test(typed) || /^\d{4}$/.test(typed) || /^0\d/.test(typed) || Number(time.slice(0, 2)) > 12 || time.startsWith('00')
  if (isPlain) return { times: [time], isPlain }
  const hour = Number(time.slice(0, 2)) % 12
  return { times: [hour, hour + 12].map((one) => `${String(one).padStart(2, '0')}${time.slice(2)}`), isPlain }
} // prettier-ignore

function readingsOf(one: string, other: string): Hours[] {
  const [start, end] = [timesOf(one), timesOf(other)]
  const all = start.times.flatMap((from) =>
    // Where one of them is by the 24-hour clock, the other is too.
    end.times.map((to): Hours => ({ start: from, end: to, rest: 30 })),
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
export type Spoken = { quote: string; part: Part | null; hours: number | null }

const parts: Record<string, Part> = { d: 'day', e: 'evening', n: 'night' }

export function takeSpokenHours(reader: Reader): Spoken[] {
  const found: Spoken[] = []
  reader.take(/(?<![\p{L}\p{N}])([DEN])(8|10|12)(?![\p{L}\p{N}])(?:\s+shifts?)?/u, ([quote, part = '', hours]) =>
    found.push({ quote: quote.trim(), part: parts[part.toLowerCase()]!, hours: Number(hours) }),
  )
  reader.take(/(?<![\p{L}\p{N}])(8|10|12|eight|ten|twelve)[\s-]*(?:hours?|hrs?|h)(?![\p{L}])[\s-]*(?:(day|evening|night)s?(?![\p{L}])(?:\s+shifts?)?|shifts?)?/iu, ([quote, hours = '', part]) =>
    found.push({ quote: quote.trim(), part: (part?.toLowerCase() as Part | undefined) ?? null, hours: { eight: 8, ten: 10, twelve: 12 }[hours.toLowerCase()] ?? Number(hours) }),
  )
  reader.take(/(?<![\p{L}\p{N}])(?:over)?(day|evening|night)(?:s(?:\s+shifts?)?|\s+shifts?)(?![\p{L}])|(?<![\p{L}])(overnight|pms?\s+shifts?)(?![\p{L}])/iu, ([quote, part, other]) =>
    found.push({ quote: quote.trim(), part: part ? (part.toLowerCase() as Part) : other!.toLowerCase().startsWith('pm') ? 'evening' : 'night', hours: null }),
  )
  return found
} // prettier-ignore

/** Which part of the day a shift is by its start. */
export function partOf({ start }: Pick<Hours, 'start'>): Part {
  const hour = Number(start.slice(0, 2))
  return hour >= 5 && hour < 12 ? 'day' : hour >= 12 && hour < 19 ? 'evening' : 'night'
}

/** A shift from 19:00 on is a night at a unit that has it: 12-hour nights begin there. */
const fits = ({ part, hours }: Pick<Spoken, 'part' | 'hours'>, one: Hours): boolean =>
  (part === null || part === partOf(one)) &&
  (hours === null || Math.abs(scheduledMinutes(one.start, one.end) - hours * 60) <= 30)

/** The shifts that a name can mean: those of the unit, else those that hospitals usually work. */
export function hoursNamed(spoken: Pick<Spoken, 'part' | 'hours'>, unit: KnownUnit | null): NamedHours[] {
  const own = (unit?.patterns ?? []).filter((one) => fits(spoken, one))
  return own.length > 0 ? own : usualHours.filter((one) => fits(spoken, one))
}

export const usualHours: readonly NamedHours[] = shiftPresets.map(({ name, start, end, unpaid_break_min }) => ({
  name,
  start,
  end,
  rest: unpaid_break_min ?? 30,
})) // prettier-ignore

/** What can be chosen where hours are open: those of the unit first, then the usual ones, each once. */
export function hoursToChoose(unit: KnownUnit | null): NamedHours[] {
  const all = [...(unit?.patterns ?? []), ...usualHours]
  return all.filter((one, at) => all.findIndex(({ start, end }) => start === one.start && end === one.end) === at)
} // prettier-ignore
