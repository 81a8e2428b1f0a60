import {
  addDays,
  diffDays,
  eachDay,
  isPlainDate,
  isWithin,
  type PlainDate,
  weekdayOf,
} from '#core/plain-date.ts'
import { COVER, type Reader } from './reader.ts'
import type { Vocabulary } from './types.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`
const DAY = String.raw`(?:3[01]|[12]\d|0?[1-9])(?:st|nd|rd|th)?`
const YEAR = String.raw`(?:,?\s+20\d\d(?!\d))`
/** Written dates: 2027-01-12, January 12(, 2027), 12 January, 1/12(/27). */
export const DATE = String.raw`(?:20\d\d-\d\d-\d\d|${MONTH}\s+${DAY}(?!\d)${YEAR}?|${DAY}\s+(?:of\s+)?${MONTH}${YEAR}?|(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])(?:/(?:20)?\d\d)?(?![\d/]))`
const START = String.raw`(?<![\p{L}\p{N}/-])`
const OF_WEEKDAY = String.raw`(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+)?`
const TO = String.raw`\s*(?:-|–|—|to|through|thru|until|till|and ending)\s*`

/** Ends a quote: punctuation, or words that were already read. */
const UNTIL = new RegExp(`[,;.${COVER}]`, 'u')
const weekdayStems = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const pad = (value: string | number): string => String(value).padStart(2, '0')

/** Reads one written date; without a year, the one within the semester or nearest to it. Null for a day that does not exist. */
function readDate(text: string, term: Vocabulary['term']): PlainDate | null {
  const typed = text.toLowerCase().replaceAll(/[.,]/g, ' ').trim()
  const iso = /^(20\d\d)-(\d\d)-(\d\d)$/.exec(text.trim())
  if (iso) return isPlainDate(iso[0]) ? iso[0] : null
  const slash = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{2,4}))?$/.exec(text.trim())
  if (slash) return dated(Number(slash[1]), Number(slash[2]), slash[3] ? yearOf(slash[3]) : null, term)
  const month = months.findIndex((name) => new RegExp(`\\b${name}`).test(typed)) + 1
  const year = /\b20\d\d\b/.exec(typed)?.[0]
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(typed.replace(/\b20\d\d\b/, ' '))?.[1]
  return month && day ? dated(month, Number(day), year ? Number(year) : null, term) : null
}

const yearOf = (text: string): number => (text.length === 2 ? 2000 : 0) + Number(text)

function dated(month: number, day: number, year: number | null, term: Vocabulary['term']): PlainDate | null {
  const at = (one: number) => `${one}-${pad(month)}-${pad(day)}`
  if (year !== null) return isPlainDate(at(year)) ? at(year) : null
  const first = Number(term.from.slice(0, 4))
  const apart = (date: PlainDate) => Math.max(0, diffDays(date, term.from), diffDays(term.to, date))
  const possible = [first, first + 1, first - 1].map(at).filter(isPlainDate)
  return possible.toSorted((a, b) => apart(a) - apart(b))[0] ?? null
}

/** True when a written date has a year. */
const saysYear = (text: string): boolean => /20\d\d|\/\d{1,2}\/\d\d/.test(text)

export type Dates = {
  from: PlainDate | null
  to: PlainDate | null
  /** Days that are listed one by one. */
  days: PlainDate[]
  /** True when some dates had no year. */
  isYearless: boolean
  /** True when one of those is not within the semester. */
  isOutside: boolean
  /** Weekdays given for a first or last day that don't match its date. */
  contradictions: string[]
  quote: string
}

/** Takes the days of a sentence: ranges, first and last days, and single ones. */
export function parseDates(reader: Reader, { term }: Vocabulary): Dates {
  const dates: Dates = {
    from: null,
    to: null,
    days: [],
    isYearless: false,
    isOutside: false,
    contradictions: [],
    quote: '',
  }
  const read = (text: string) => {
    const date = readDate(text, term)
    if (date && !saysYear(text)) {
      dates.isYearless = true
      dates.isOutside ||= !isWithin(date, term.from, term.to)
    }
    return date
  }
  const note = (quote: string) => {
    dates.quote ||= quote.trim()
    for (const [said, weekday = '', text = ''] of quote.matchAll(
      new RegExp(`(mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+(${DATE})`, 'giu'),
    )) {
      const date = readDate(text, term)
      if (date && !weekdayStems[weekdayOf(date) - 1]!.startsWith(weekday.toLowerCase()))
        dates.contradictions.push(said)
    }
  }
  const span = (from: PlainDate | null, to: PlainDate | null, quote: string): boolean => {
    if (!from || !to || dates.from || dates.to) return false
    dates.from = from
    dates.to = to
    note(quote)
    return true
  }
  const whole =
    /\b(?:(?:for |throughout |during )?(?:the )?(?:whole|entire|full|all) (?:of )?(?:the )?(?:semester|term)|throughout the (?:semester|term)|all (?:semester|term)(?: long)?)\b/i
  reader.take(whole, ([quote]) => span(term.from, term.to, quote))
  const start = String.raw`(?:the )?(?:start|beginning|first day) of (?:the )?(?:semester|term)`
  const end = String.raw`(?:the )?(?:end|last day) of (?:the )?(?:semester|term)`
  reader.take(
    new RegExp(
      `${START}(?:from\\s+|between\\s+|starting\\s+|beginning\\s+)?${OF_WEEKDAY}(${DATE}|${start})(?:${TO}|\\s+and\\s+(?=.*))(?:the end|${OF_WEEKDAY}(${DATE}|${end}))`,
      'iu',
    ),
    ([quote, one = '', other = '']) => {
      if (/\band\b/.test(quote.replace(one, '')) && !/^\s*between/i.test(quote)) return false
      return span(
        /of (?:the )?(?:semester|term)/i.test(one) ? term.from : read(one),
        /^$|of (?:the )?(?:semester|term)/i.test(other) ? term.to : read(other),
        quote,
      )
    },
  )
  // "Jan 12–16": the last day is in the same month.
  reader.take(
    new RegExp(
      `${START}(?:from\\s+)?((${MONTH})\\s+${DAY})\\s*(?:-|–|—|to)\\s*(${DAY})(?![\\d:/]|\\s*[ap]\\.?m?\\b)${YEAR}?`,
      'iu',
    ),
    ([quote, one = '', month = '', last = '']) => {
      const year = /20\d\d/.exec(quote)?.[0] ?? ''
      return span(read(`${one} ${year}`), read(`${month} ${last} ${year}`), quote)
    },
  )
  const only = (
    words: string,
    edge: string,
    known: PlainDate,
    set: (date: PlainDate) => void,
    isSet: () => boolean,
  ) =>
    reader.take(
      new RegExp(`${START}(?:${words})\\s+(?:on\\s+)?${OF_WEEKDAY}(${DATE}|${edge})`, 'iu'),
      ([quote, one = '']) => {
        const date = /of (?:the )?(?:semester|term)/i.test(one) ? known : read(one)
        if (!date || isSet()) return false
        set(date)
        note(quote)
        return true
      },
    )
  only(
    'until|till|through|thru|ending|ends|to|up to',
    end,
    term.to,
    (date) => (dates.to = date),
    () => dates.to !== null,
  )
  only(
    'from|starting|starts|beginning|begins|since|as of',
    start,
    term.from,
    (date) => (dates.from = date),
    () => dates.from !== null,
  )
  reader.take(/\bfor (\d{1,2}) weeks?\b/i, ([quote, weeks]) => {
    if (!dates.from || dates.to) return false
    dates.to = addDays(dates.from, 7 * Number(weeks) - 1)
    note(quote)
    return true
  })
  takeList(reader, (text, month) => {
    const date = read(month ? `${month} ${text}` : text)
    if (date) dates.days.push(date)
    note(text)
    return date !== null
  })
  return dates
}

/** Single dates, also "February 16 and 18": later days are in the same month. */
function takeList(reader: Reader, read: (text: string, month: string) => boolean): void {
  const more = `(?:(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+|\\s*&\\s*)(?:${DAY})(?=\\s*(?:,|and\\b|&|\\.|;|$|\\u0001)))*`
  reader.take(new RegExp(`${START}(${DATE})(${more})(?!\\d)`, 'iu'), ([, first = '', rest = '']) => {
    if (!read(first, '')) return false
    const month = new RegExp(MONTH, 'i').exec(first)?.[0] ?? ''
    if (!month) return rest === ''
    const year = /20\d\d/.exec(first)?.[0] ?? ''
    return (rest.match(/\d{1,2}/g) ?? []).every((day) => read(`${day} ${year}`, month))
  })
}

export type ExcludedDays = { days: PlainDate[]; unknown: string[]; isSaid: boolean } & Pick<
  Dates,
  'isYearless' | 'isOutside'
>

/** Takes the days that a sentence leaves out: "not on February 16 and 17", "except holidays", "skip Spring break". */
export function parseExceptions(reader: Reader, { term, off }: Vocabulary): ExcludedDays {
  const found: ExcludedDays = { days: [], unknown: [], isSaid: false, isYearless: false, isOutside: false }
  const named = new Map<string, PlainDate[]>()
  for (const [date, name] of off)
    named.set(name.toLowerCase(), [...(named.get(name.toLowerCase()) ?? []), date])
  const names = [...named.keys()].toSorted((a, b) => b.length - a.length)
  const trigger =
    /(?<![\p{L}])(?:but\s+)?(?:not\s+(?:on|during|over)|not(?=\s+(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|except(?:\s+(?:for|on|during))?|excluding|skip(?:ping)?|leav(?:e|ing)\s+out|no\s+(?:class(?:es)?|clinicals?|shifts?)\s+(?:on|during|over)|other\s+than|off\s+on|without(?=\s+(?:the\s+)?(?:holiday|break)))\s+/iu
  for (let at = trigger.exec(reader.rest); at; at = trigger.exec(reader.rest)) {
    found.isSaid = true
    const from = at.index
    let to = from + at[0].length
    const take = (pattern: string): string | null => {
      const match = new RegExp(
        `^(?:\\s*(?:,|and\\b|or\\b|&|on\\b|the\\b|all\\b|during\\b|over\\b)\\s*)*${pattern}`,
        'iu',
      ).exec(reader.rest.slice(to))
      if (!match) return null
      to += match[0].length
      return match[1] ?? match[0]
    }
    let month = ''
    for (let isMore = true; isMore;) {
      const name = names.find(
        (one) => take(`(${one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)})(?![\\p{L}])`) !== null,
      )
      const holidays =
        name === undefined
          ? take(
              String.raw`((?:school\s+|public\s+|federal\s+)?(?:holidays?(?:\s+and\s+breaks?)?|breaks?|days?\s+off))(?![\p{L}])`,
            )
          : null
      const span =
        name === undefined && holidays === null
          ? take(`((?:${DATE})${TO}(?:${DATE}|${DAY}(?![\\d:/])))`)
          : null
      const date =
        name === undefined && holidays === null && span === null ? take(`${OF_WEEKDAY}(${DATE})`) : null
      const day =
        name === undefined && (holidays ?? span ?? date) === null && month
          ? take(`(${DAY})(?=\\s*(?:,|and\\b|&|\\.|;|$|\\u0001))`)
          : null
      isMore = name !== undefined || (holidays ?? span ?? date ?? day) !== null
      if (name !== undefined) found.days.push(...named.get(name)!)
      if (holidays !== null) found.days.push(...off.keys())
      for (const text of [span, date, day]) {
        if (text === null) continue
        const [one = '', other] =
          span === null
            ? [month && day !== null ? `${month} ${text}` : text]
            : (new RegExp(`^(${DATE})${TO}(.*)$`, 'iu').exec(text)?.slice(1) ?? [])
        month = new RegExp(MONTH, 'i').exec(one)?.[0] ?? ''
        const first = readDate(one, term)
        const last =
          other === undefined
            ? first
            : readDate(/^\d{1,2}\D*$/.test(other) ? `${month} ${other}` : other, term)
        if (!first || !last || last < first || last > addDays(first, 400)) found.unknown.push(text)
        else found.days.push(...eachDay(first, last))
        if (saysYear(text)) continue
        found.isYearless = true
        found.isOutside ||= [first, last].some((end) => end && !isWithin(end, term.from, term.to))
      }
    }
    const isEmpty = to === from + at[0].length
    if (isEmpty) {
      // Not a known day: quotes what follows.
      const words = reader.rest.slice(from).split(UNTIL)[0]!
      found.unknown.push(words.trim())
      to = from + Math.max(words.length, at[0].length)
    }
    reader.cover(from, to - from)
  }
  return found
}
