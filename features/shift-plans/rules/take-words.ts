/** Words of a plan with one meaning: how often, how many seats, which course, which kind of experience. */
import type { ExperienceType } from '#features/shifts/contract.ts'
import type { Reader } from './reader.ts'
import type { Vocabulary } from './types.ts'
import { parseUnit } from './units.ts'

/** Connecting words that plan nothing. */
export const connecting = new Set(
  (
    'a an the and or of on in at to from for with by we i need want would like please plan create add schedule make set up shift shifts clinical clinicals ' +
    'rotation rotations series student students nursing group each every is are be will should have has there that this these it as our us my day days week weeks ' +
    'weekly time times hour hours hrs unit start starts starting end ends ending until through between per then also another both instructor instructors proctor preceptor preceptors ' +
    'led taught date dates where when only just all can course courses cohort cohorts seat seats one same semester term new draft drafts no not who which their they plus too well again'
  ).split(' '),
)
const numberWords: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
}

/** Takes units by their full name, before any part of it is read as a number or a day. */
export function takeUnitNames(reader: Reader, { units }: Vocabulary) {
  const isSaid = units.some(({ name }) => name.length > 2 && reader.hasName(name))
  return isSaid ? parseUnit(reader, units) : null
}

/** How many weeks lie between two weeks of a series: 1, 2 or 3. */
export function everyWeeks(reader: Reader): number {
  if (
    reader.says(
      /(?<![\p{L}])(?:every\s+(?:other|second|2nd|two|2)\s+weeks?|biweekly|bi-weekly|alternat(?:e|ing)\s+weeks?|on alternate(?=\s))(?![\p{L}])/iu,
    )
  )
    return 2
  if (reader.says(/(?<![\p{L}])every\s+(?:third|3rd|three|3)\s+weeks?(?![\p{L}])/iu)) return 3
  return reader.says(
    /(?<![\p{L}])(?:every\s+)?(?:other|alternate|alternating)(?=\s+(?:mon|tue|wed|thu|fri|sat|sun))/iu,
  )
    ? 2
    : 1
}

const COUNT = String.raw`(\d{1,3}|${Object.keys(numberWords).join('|')})`
const countOf = (word: string): number => numberWords[word.toLowerCase()] ?? Number(word)

/** The numbers of seats that are named, each once. */
export function takeSeats(reader: Reader): { quote: string; counts: number[] } {
  const found: { quote: string; counts: number[] } = { quote: '', counts: [] }
  const note = (quote: string, ...counts: number[]) => {
    if (counts.some((count) => count < 1 || count > 500)) return false
    found.quote ||= quote.trim()
    found.counts.push(...counts.filter((count) => !found.counts.includes(count)))
    return true
  }
  const THEY = String.raw`(?:nursing\s+)?(?:students?|seats?|spots?|learners?|places|people)(?![\p{L}])(?:\s+(?:each|per\s+(?:shift|day)|max(?:imum)?|at\s+most))?`
  const most = String.raw`(?<![\p{L}\p{N}])(?:(?:up\s+to|max(?:imum)?(?:\s+of)?|at\s+most|for|with|(?:a\s+)?groups?\s+of)\s+)*`
  reader.take(
    new RegExp(`${most}${COUNT}\\s*(?:-|–|to|or)\\s*${COUNT}\\s+${THEY}`, 'iu'),
    ([quote, one = '', other = '']) => note(quote, countOf(one), countOf(other)),
  )
  reader.take(new RegExp(`${most}${COUNT}\\s+${THEY}`, 'iu'), ([quote, one = '']) =>
    note(quote, countOf(one)),
  )
  reader.take(
    new RegExp(
      `(?<![\\p{L}])(?:students|seats|capacity|max(?:imum)?|groups?\\s+of|up\\s+to)\\s*[:=]?\\s*(\\d{1,3})(?![\\p{L}\\p{N}:/-])`,
      'iu',
    ),
    ([quote, one = '']) => note(quote, countOf(one)),
  )
  return found
}

/** The first course code, such as "NUR 305", or null. */
export function takeCourse(reader: Reader): string | null {
  let course: string | null = null
  reader.take(/(?<![\p{L}\p{N}])([A-Z]{2,6}[\s-]?\d{3,4}[A-Z]?)(?![\p{L}\p{N}])/u, ([, code]) => {
    if (course !== null) return false
    course = code!.replaceAll(/\s+/g, ' ')
    return true
  })
  return course
}

const kinds: readonly [RegExp, ExperienceType][] = [
  [/(?<![\p{L}])(?:precepted(?!\s+by)|preceptorships?)(?![\p{L}])/iu, 'precepted'],
  [/(?<![\p{L}])sim(?:ulations?|s)?(?![\p{L}])(?:\s+(?:days?|lab|center))?/iu, 'simulation'],
  [/(?<![\p{L}])skills[\s-]+labs?(?![\p{L}])/iu, 'skills_lab'],
  [/(?<![\p{L}])observations?(?:al)?(?![\p{L}])/iu, 'observation'],
  [/(?<![\p{L}])orientations?(?![\p{L}])/iu, 'orientation'],
  [/(?<![\p{L}])make-?\s?ups?(?![\p{L}])/iu, 'makeup'],
]
/** The kind of experience that is named, or null. */
export function takeKind(reader: Reader): ExperienceType | null {
  return kinds.find(([pattern]) => reader.says(pattern))?.[1] ?? null
}
