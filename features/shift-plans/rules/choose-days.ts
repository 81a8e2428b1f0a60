import { addDays, eachDay, formatDate, formatRange, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { seriesDates } from '#features/shifts/rules.ts'
import type { Choosing } from './choosing.ts'
import { LEAVE, leave } from './questions.ts'
import type { Series, Vocabulary } from './types.ts'
import { weekdayNames, weekdayNumber } from './weekdays.ts'

type Span = { from: PlainDate; to: PlainDate }
/** The days and weekdays that are named, and the first and last day, where they are. */
type NamedDays = { days: PlainDate[]; weekdays: number[]; from: PlainDate | null; to: PlainDate | null }

/** The days of a series, and those that are left out: single days, or weekdays from a first to a last day, every so many weeks. */
export function chooseDays(
  choosing: Choosing,
): Pick<Series, 'weekdays' | 'from' | 'to' | 'every' | 'days' | 'left_out'> {
  const { said, vocabulary, ask, assume, assumeOnce } = choosing
  const { dates, exceptions, every } = said
  const { term } = vocabulary
  const named = nameDays(choosing)
  const { span: found, weekdays } = chooseSpan(choosing, named)
  if (dates.isYearless || exceptions.isYearless)
    assumeOnce(
      `Dates without a year are those ${dates.isOutside || exceptions.isOutside ? 'nearest to' : 'of'} ${term.name}, ${formatRange(term.from, term.to)}.`,
    )
  if (every > 1 && found)
    assume(
      `Every ${every === 2 ? 'other' : 'third'} week is counted from the week of ${formatDate(found.from)}.`,
    )
  const isTooLong = found !== null && diffTooLong(found)
  if (isTooLong) ask('span', dates.quote, `“${dates.quote}” is longer than a year. Change the text.`, [])
  const span = isTooLong ? null : found
  const planned =
    span && weekdays.length > 0 ? seriesDates({ weekdays, every_weeks: every, ...span, skipped: [] }) : []
  const all = [...new Set([...planned, ...named.days])].toSorted()
  const leftOut = leaveOut(choosing, all)
  const skipped = new Set(leftOut.map(({ date }) => date))
  return {
    weekdays,
    from: span?.from ?? null,
    to: span?.to ?? null,
    every,
    days: all.filter((date) => !skipped.has(date)),
    left_out: leftOut,
  }
}

/** What is named, after questions about vague days, weekdays that do not fit their date, and dates that contradict themselves. */
function nameDays({ said, same, vocabulary, ask, assume }: Choosing): NamedDays {
  const { dates, vagueDays } = said
  let { days, from, to } = dates
  for (const quote of vagueDays) {
    const choices = vagueChoices(quote, vocabulary)
    const answer = ask('day', quote, `Which day is “${quote}”?`, [...choices, ...leave])
    if (answer && answer !== LEAVE) days = [...days, answer]
  }
  if (from === null && to === null && days.length === 0 && vagueDays.length === 0 && same?.from) {
    from = same.from
    to = same.to
    assume('Same dates as the previous series.')
  }
  const areSingle = days.length > 0 && said.weekdays.length > 0 && from === null && to === null
  if (areSingle) days = days.flatMap((date) => dayOnWeekday(date, said.weekdays, ask))
  for (const words of dates.contradictions)
    ask('contradiction', words, `“${words}”: that date is a different weekday.`, [
      { value: 'date', label: 'Go by the date' },
    ])
  return { days, weekdays: areSingle ? [] : said.weekdays, from, to }
}

/** The day, or the answer to which day is meant where it is on none of the weekdays; none while that is open. */
function dayOnWeekday(date: PlainDate, weekdays: readonly number[], ask: Choosing['ask']): PlainDate[] {
  if (weekdays.includes(weekdayOf(date))) return [date]
  const near = Array.from({ length: 7 }, (_, n) => addDays(date, n - 3)).filter((one) =>
    weekdays.includes(weekdayOf(one)),
  )
  const answer = ask(
    'weekday',
    formatDate(date),
    `${formatDate(date, 'weekday')} is not a ${weekdays.map((day) => weekdayNames[day - 1]).join(' or ')}. Which day do you mean?`,
    [date, ...near].map((one) => ({ value: one, label: formatDate(one, 'weekday') })),
  )
  return answer ? [answer] : []
}

/** The first and last day of a series on weekdays, with the weekdays; null for single days and while it is open. */
function chooseSpan(
  { said, vocabulary, ask, assume }: Choosing,
  { days, weekdays, from, to }: NamedDays,
): { span: Span | null; weekdays: number[] } {
  const { term, today } = vocabulary
  const { quote } = said.dates
  const isSpan = from !== null || to !== null
  const isSeries = weekdays.length > 0 || isSpan || (days.length === 0 && said.vagueDays.length === 0)
  if (!isSeries) return { span: null, weekdays }
  const soonest = term.from > today ? term.from : addDays(today, 1)
  const span = { from: from ?? soonest, to: to ?? term.to }
  if (!isSpan)
    assume(
      `No dates are named: ${soonest === term.from ? `all of ${term.name}` : `the rest of ${term.name}`}, ${formatRange(span.from, span.to)}.`,
    )
  else if (!to) assume(`It runs to the end of ${term.name}, ${formatDate(span.to)}.`)
  else if (!from)
    assume(`It begins on ${formatDate(span.from)}${soonest === term.from ? `, with ${term.name}` : ''}.`)
  if (span.to < span.from) {
    ask('span', quote, `“${quote}” ends before it begins. Change the text.`, [])
    return { span: null, weekdays }
  }
  if (weekdays.length > 0) return { span, weekdays }
  const answer = ask(
    'weekdays',
    quote,
    `On which weekdays${quote ? `, ${formatRange(span.from, span.to)}` : ''}?`,
    [
      { value: '1,2,3,4,5', label: 'Monday to Friday' },
      { value: '1,2,3,4,5,6,7', label: 'Every day' },
      ...weekdayNames.map((name, n) => ({ value: String(n + 1), label: `${name}s` })),
    ],
  )
  return { span, weekdays: answer ? answer.split(',').map(Number) : [] }
}

/** The days that the text leaves out, with the reason; says which of them are none of the series. */
function leaveOut(
  { said, vocabulary, ask, assume }: Choosing,
  all: readonly PlainDate[],
): Series['left_out'] {
  const { exceptions } = said
  const { off } = vocabulary
  const without = new Set(exceptions.days)
  for (const words of exceptions.unknown)
    ask('left_out', words, `“${words}” isn’t a day that can be left out.`, leave)
  const missed = [...without].filter((date) => !all.includes(date) && !off.has(date))
  if (missed.length > 0)
    assume(
      `${missed.map((date) => formatDate(date, 'weekday')).join(', ')} ${missed.length === 1 ? 'isn’t a day' : 'aren’t days'} of this series, so nothing is left out there.`,
    )
  return all
    .filter((date) => without.has(date))
    .map((date) => ({ date, why: off.get(date) ?? 'Left out by the text' }))
}

const diffTooLong = ({ from, to }: { from: PlainDate; to: PlainDate }): boolean => to > addDays(from, 400)

/** The days that vague words can mean, from today and from the semester's first day. */
function vagueChoices(quote: string, { today, term }: Vocabulary): { value: string; label: string }[] {
  const word = /(mon|tue|wed|thu|fri|sat|sun)/i.exec(quote)?.[1]
  const start = term.from > today ? term.from : addDays(today, 1)
  const days = word
    ? [...eachDay(addDays(today, 1), addDays(today, 14)), ...eachDay(start, addDays(start, 13))].filter(
        (day) => weekdayOf(day) === weekdayNumber(word),
      )
    : /^tomorrow/i.test(quote)
      ? [addDays(today, 1)]
      : /^today/i.test(quote)
        ? [today]
        : eachDay(start, addDays(start, 6))
  return [...new Set(days)]
    .toSorted()
    .slice(0, 7)
    .map((day) => ({ value: day, label: formatDate(day, 'weekday') }))
}
