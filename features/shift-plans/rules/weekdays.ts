import type { Reader } from './reader.ts'

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

const NAME = String.raw`(?:mon(?:day)?s?|tue(?:s|sday|sdays)?|wed(?:s|nesday|nesdays)?|thu(?:r|rs|rsday|rsdays)?|fri(?:day)?s?|sat(?:urday)?s?|sun(?:day)?s?)`
const WORD = `(${NAME})`
const DASH = String.raw`\.?\s*[-–—]\s*`
const numbers: Record<string, number> = { mo: 1, tu: 2, we: 3, th: 4, fr: 5, sa: 6, su: 7 }
/** The number of a weekday, 1 for Monday. */
export const weekdayNumber = (word: string): number => numbers[word.slice(0, 2).toLowerCase()]!

/** "MWF", "TTh", "T/Th", "TR": weekdays as class schedules write them. */
const letters: Record<string, number> = { M: 1, T: 2, Tu: 2, W: 3, Th: 4, R: 4, F: 5, Sa: 6, Su: 7 }

/** Takes the weekdays of a sentence, in order of the week. */
export function parseWeekdays(reader: Reader): number[] {
  const found = new Set<number>()
  const add = (...days: number[]) => days.every((day) => found.add(day))
  const START = String.raw`(?<![\p{L}\p{N}])(?:every\s+|each\s+|on\s+)*`
  // "Fri–Mon" goes over the weekend. "Mon-Wed-Fri" is a list.
  reader.take(
    new RegExp(
      `(?<!${NAME}${DASH})${START}${WORD}\\.?\\s*(?:-|–|—|to|through|thru)\\s*${WORD}(?![\\p{L}])(?!${DASH}${NAME})\\.?`,
      'iu',
    ),
    ([, one = '', other = '']) => {
      const [from, to] = [weekdayNumber(one), weekdayNumber(other)]
      const length = ((to - from + 7) % 7) + 1
      return length > 1 && add(...Array.from({ length }, (_, at) => ((from - 1 + at) % 7) + 1))
    },
  )
  reader.take(new RegExp(`${START}${WORD}(?![\\p{L}])\\.?`, 'iu'), ([, word = '']) =>
    add(weekdayNumber(word)),
  )
  reader.take(new RegExp(`${START}week\\s?days?(?![\\p{L}])`, 'iu'), () => add(1, 2, 3, 4, 5))
  reader.take(new RegExp(`${START}week\\s?ends?(?![\\p{L}])`, 'iu'), () => add(6, 7))
  reader.take(
    /(?<![\p{L}])(?:every\s?day|daily|each\s+day|seven\s+days\s+a\s+week|7\s+days\s+a\s+week)(?![\p{L}])/iu,
    () => add(1, 2, 3, 4, 5, 6, 7),
  )
  reader.take(/(?<![\p{L}\p{N}])(?:(?:Th|Tu|Sa|Su|M|T|W|R|F)\/?){2,5}(?![\p{L}\p{N}])/u, ([word]) => {
    const days = (word.match(/Th|Tu|Sa|Su|[MTWRF]/g) ?? []).map((letter) => letters[letter]!)
    const isInOrder = days.every((day, at) => at === 0 || day > days[at - 1]!)
    return isInOrder && add(...days)
  })
  return [...found].toSorted((a, b) => a - b)
}
