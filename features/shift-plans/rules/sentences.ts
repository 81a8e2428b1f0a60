/** The sentences of a plan, and which of them belong to one series. */
import { parseDates, parseExceptions } from './dates.ts'
import { mentionsObjectives, parseObjectives } from './details.ts'
import { Reader } from './reader.ts'
import type { Vocabulary } from './types.ts'
import { parseNames } from './units.ts'
import { parseWeekdays } from './weekdays.ts'

const shortened =
  /(?:^|[\s(])(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thur?s?|fri|sat|sun|st|dr|mt|ms|mr|mrs|no|prof|vs|approx|a\.m|p\.m|a\.?m|p\.?m|[a-z])$/i

/** The sentences of a plan, separated by lines, semicolons, and periods that end a sentence. */
export function sentencesOf(prompt: string): { text: string; isLine: boolean }[] {
  return prompt.split(/\n+/).flatMap((line) => {
    const pieces: string[] = []
    let from = 0
    for (const { index } of line.matchAll(/[.;!?](?=\s|$)/g)) {
      const piece = line.slice(from, index)
      if (line[index] === ';' && mentionsObjectives(piece)) continue
      if (line[index] === '.' && shortened.test(piece) && /^\s+\S/.test(line.slice(index + 1))) continue
      pieces.push(piece)
      from = index + 1
    }
    pieces.push(line.slice(from))
    return pieces
      .map((piece) => piece.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').trim())
      .filter(Boolean)
      .map((text, at) => ({ text, isLine: at === 0 }))
  })
}

/** Words with several possible days or hours: the plan asks and never guesses. */
export const vague: { kind: 'day' | 'hours'; pattern: RegExp }[] = [
  {
    kind: 'day',
    pattern:
      /(?<![\p{L}])(next|this|coming|the first|the following)\s+(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?/iu,
  },
  {
    kind: 'day',
    pattern:
      /(?<![\p{L}])(today|tomorrow|day after tomorrow|next week|this week|next month|this month)(?![\p{L}])/iu,
  },
  {
    kind: 'hours',
    pattern:
      /(?<![\p{L}])(?:in the\s+)?(?:(?:early|late|mid)[\s-]*)?(mornings?|afternoons?)(?![\p{L}])|(?<![\p{L}])(early|late)\s+shifts?/iu,
  },
]

/** True when a sentence names weekdays or days and so starts a series; other sentences belong to the one before. */
function plansDays(text: string, vocabulary: Vocabulary): boolean {
  const reader = new Reader(text)
  parseObjectives(reader)
  parseNames(reader, [
    ...vocabulary.people,
    ...vocabulary.preceptors,
    ...vocabulary.cohorts,
    ...vocabulary.units,
  ])
  parseExceptions(reader, vocabulary)
  if (vague.some(({ pattern }) => pattern.test(reader.rest))) return true
  const { days } = parseDates(reader, vocabulary)
  return days.length > 0 || parseWeekdays(reader).length > 0
}

/** Joins the sentences that belong together: one text for each series. */
export function textsOf(prompt: string, vocabulary: Vocabulary): string[] {
  const texts: string[] = []
  for (const { text } of sentencesOf(prompt))
    if (texts.length === 0 || plansDays(text, vocabulary)) texts.push(text)
    else texts.push(`${texts.at(-1)!}${mentionsObjectives(texts.pop()!) ? '.' : ';'} ${text}`)
  return texts
}
