import type { Reader } from './reader.ts'

const AMOUNT = String.raw`(half(?:\s+an?)?|an?|one|two|\d{1,3})[\s-]*(minutes?|mins?|hours?|hrs?)`
const KIND = String.raw`(?:(?:unpaid|meal|lunch|rest)\s+)*`
const BREAK = String.raw`(?:breaks?|lunch|lunches)(?![\p{L}])`
const none = new RegExp(String.raw`(?<![\p{L}])(?:with\s+)?(?:no|without(?:\s+an?)?)\s+${KIND}${BREAK}`, 'iu')
const before = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:with\s+)?(?:an?\s+)?${AMOUNT}[\s-]*(?:long\s+)?${KIND}${BREAK}`,
  'iu',
)
const after = new RegExp(
  String.raw`(?<![\p{L}])(?:with\s+)?(?:an?\s+)?${KIND}${BREAK}\s*(?:of|is|:)?\s*${AMOUNT}(?![\p{L}])`,
  'iu',
)

/** Takes the breaks that a sentence names, in minutes: "with a 30-minute break", "no lunch", "break of half an hour". */
export function parseBreaks(reader: Reader): { quote: string; minutes: number[] } {
  const found: { quote: string; minutes: number[] } = { quote: '', minutes: [] }
  const note = (quote: string, minutes: number) => {
    found.quote ||= quote.trim()
    if (!found.minutes.includes(minutes)) found.minutes.push(minutes)
  }
  reader.take(none, ([quote]) => note(quote, 0))
  for (const pattern of [before, after])
    reader.take(pattern, ([quote, amount = '', unit = '']) =>
      note(quote, minutesOf(amount.toLowerCase(), unit)),
    )
  return found
}

function minutesOf(amount: string, unit: string): number {
  const count = amount.startsWith('half')
    ? 0.5
    : amount === 'two'
      ? 2
      : /^\d/.test(amount)
        ? Number(amount)
        : 1
  return Math.round(count * (/^h/i.test(unit) ? 60 : 1))
}

const LED = String.raw`(?<![\p{L}])(?:(?:with|and|the|learning|clinical)\s+)*(?:objectives?|goals?)\s*(?::|(?:is|are)(?![\p{L}]):?)\s*`
/** True when the text lists objectives: from "objectives:" to the end of the sentence, separated by semicolons. */
export const mentionsObjectives = (text: string): boolean => new RegExp(LED, 'iu').test(text)

const OBJECTIVES = new RegExp(`${LED}((?:[^.\\n]|\\.(?!\\s|$))*)`, 'iu')
export function parseObjectives(reader: Reader): string[] {
  const found: string[] = []
  reader.take(OBJECTIVES, ([, said = '']) => {
    const parts = said
      .split(said.includes(';') ? ';' : ',')
      .map((one) => one.trim().replace(/^and\s+/i, ''))
      .filter(Boolean)
    found.push(...parts)
    return parts.length > 0
  })
  return [...new Set(found)]
}
