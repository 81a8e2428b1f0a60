import { howMany } from '#core/number-text.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import type { SeriesRow } from '../contract.ts'
import { hoursWords, nameOf } from './shift-words.ts'

const dayNames = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']

/** "Mondays", "Mondays and Wednesdays", "Weekdays", "Every day". */
export function daysWords(weekdays: readonly number[]): string {
  const days = weekdays.toSorted((a, b) => a - b)
  if (days.length === 7) return 'Every day'
  if (days.join('') === '12345') return 'Weekdays'
  if (days.join('') === '67') return 'Weekends'
  return new Intl.ListFormat('en-US').format(days.map((day) => dayNames[day - 1]!))
}

/** formatRange adds the year if it is not this one: "Feb 1 – Apr 26, 2027". */
const spanOf = ({ first_date: first, last_date: last }: Pick<SeriesRow, 'first_date' | 'last_date'>) =>
  formatRange(first, last)

type Dated = Pick<SeriesRow, 'weekdays' | 'first_date' | 'last_date' | 'count' | 'start_time' | 'end_time'>

/** "Mondays 7:00 AM–3:00 PM · Feb 1 – Apr 26, 2027"; for a single shift, its day. */
export function seriesWhen(row: Dated): string {
  const { start_time: start, end_time: end } = row
  const hours = start && end ? hoursWords({ start_time: start, end_time: end }) : 'different hours'
  if (row.count === 1) return `${formatDate(row.first_date, 'weekday')}, ${hours}`
  return `${daysWords(row.weekdays)} ${hours} · ${spanOf(row)}`
}

/** "12 shifts". */
export const shiftCount = (count: number): string => howMany(count, 'shift')

/** "6 seats", "4–6 seats". */
export function seriesSeats({
  seats_from: from,
  seats_to: to,
}: Pick<SeriesRow, 'seats_from' | 'seats_to'>): string {
  if (from !== to) return `${from}–${to} seats`
  return to === 1 ? '1 seat' : `${to} seats`
}

/** "Complex Care · Medical Intensive Care, Main". */
export const seriesName = (row: Pick<SeriesRow, 'title' | 'specialty' | 'unit_name' | 'site_name'>): string =>
  `${nameOf(row)} · ${row.unit_name ? [row.unit_name, row.site_name].filter(Boolean).join(', ') : 'On campus'}`
