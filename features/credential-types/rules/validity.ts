import { howMany } from '#core/number-text.ts'
import { type PlainDate, addDays, comparePlainDates } from '#core/plain-date.ts'
import type { MonthDay, Validity } from '../contract.ts'

/** The last day on which something counts: a date, no end, or unknown from the data. */
export type LastDay = PlainDate | 'endless' | 'unknown'

/** The earliest of several last days: unknown is earlier than any date (domain §2.8, the strictest validity wins). */
export function strictest(days: readonly LastDay[]): LastDay {
  if (days.includes('unknown')) return 'unknown'
  const dates = days.filter((day) => day !== 'endless')
  return dates.length > 0 ? dates.toSorted(comparePlainDates)[0]! : 'endless'
}

/** The same day some months later; the last day of that month if it is shorter. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + months
  return dayOf(Math.floor(at / 12), (at % 12) + 1, Number(date.slice(8)))
}

/**
 * The last day on which a credential of that date is valid (domain §2.8), including the
 * anniversary, and the end of its month if the rule says so. `termEnd` is the last day of
 * the semester it was issued for, `stated` the date on the document.
 */
export function lastDayOf(
  rule: Validity,
  issued: PlainDate,
  { termEnd, stated }: { termEnd?: PlainDate | null | undefined; stated?: PlainDate | null | undefined } = {},
): LastDay {
  switch (rule.rule) {
    case 'fixed_months': {
      const anniversary = addMonths(issued, rule.months)
      return rule.end_of_month ? lastOfMonth(anniversary) : anniversary
    }
    case 'calendar_rollover': {
      const next = firstAfter(rule.rollover, issued)
      const counted = issued >= lastUntil(rule.from, next) ? firstAfter(rule.rollover, next) : next
      return addDays(counted, -1)
    }
    case 'season': {
      const end = firstFrom(rule.end, issued)
      // A document dated between two seasons counts for neither.
      return issued >= lastUntil(rule.start, end) ? end : issued
    }
    case 'one_time':
      return 'endless'
    case 'through_term':
      return termEnd ?? 'unknown'
    case 'stated_date':
      return stated ?? 'unknown'
  }
}

/** True if it is required on this day. A season's rule excludes days: from its end through its due date. */
export function isRequiredOn(rule: Validity, day: PlainDate): boolean {
  if (rule.rule !== 'season') return true
  const end = firstFrom(rule.end, day)
  return day > lastUntil(rule.due, end)
}

/** The due date in the season of this day, from the first day on which it is accepted; null between two seasons, and for other rules. */
export function seasonDue(rule: Validity, day: PlainDate): PlainDate | null {
  if (rule.rule !== 'season') return null
  const end = firstFrom(rule.end, day)
  return day >= lastUntil(rule.start, end) ? lastUntil(rule.due, end) : null
}

/** A validity rule as text. */
export function validityInWords(rule: Validity): string {
  switch (rule.rule) {
    case 'fixed_months': {
      const span = rule.months % 12 === 0 ? howMany(rule.months / 12, 'year') : howMany(rule.months, 'month')
      return rule.end_of_month ? `${span}, to the end of the month` : span
    }
    case 'calendar_rollover':
      return `Until ${monthDayInWords(rule.rollover)}; from ${monthDayInWords(rule.from)} on, for the year after`
    case 'season':
      return `By season: from ${monthDayInWords(rule.start)}, due ${monthDayInWords(rule.due)}, over ${monthDayInWords(rule.end)}`
    case 'one_time':
      return 'Once'
    case 'through_term':
      return 'To the end of the semester'
    case 'stated_date':
      return 'Until the date on the document'
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const monthDayInWords = ({ month, day }: MonthDay): string => `${MONTHS[month - 1]} ${day}`

/** This day of a month, or the month's last. */
function dayOf(year: number, month: number, day: number): PlainDate {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0')
  return `${pad(year, 4)}-${pad(month)}-${pad(Math.min(day, length))}`
}

const yearOf = (date: PlainDate): number => Number(date.slice(0, 4))

const lastOfMonth = (date: PlainDate): PlainDate => dayOf(yearOf(date), Number(date.slice(5, 7)), 31)

const inYear = ({ month, day }: MonthDay, year: number): PlainDate => dayOf(year, month, day)

/** The first date with this month and day on or after the given date. */
function firstFrom(when: MonthDay, date: PlainDate): PlainDate {
  const same = inYear(when, yearOf(date))
  return same >= date ? same : inYear(when, yearOf(date) + 1)
}

const firstAfter = (when: MonthDay, date: PlainDate): PlainDate => firstFrom(when, addDays(date, 1))

/** The last date with this month and day on or before the given date. */
function lastUntil(when: MonthDay, date: PlainDate): PlainDate {
  const same = inYear(when, yearOf(date))
  return same <= date ? same : inYear(when, yearOf(date) - 1)
}
