import { isPlainDate, isWithin } from '#core/plain-date.ts'
import type { TermMark } from '#ui/TermCalendar.tsx'
import type { Holiday } from '../contract.ts'

type Marked = {
  start_date: string
  end_date: string
  settings: { holidays: readonly string[]; breaks: readonly { from: string; to: string; name: string }[] }
}

/** The days off of a term as its calendar marks them: federal holidays, the school's own, and breaks; incomplete entries are left out. */
export function marksOf(term: Marked, federal: readonly Holiday[]): TermMark[] {
  const isInside = (date: string) => isWithin(date, term.start_date, term.end_date)
  const named = new Set(federal.map(({ date }) => date))
  const own = [...new Set(term.settings.holidays)].filter((date) => isPlainDate(date) && !named.has(date))
  return [
    ...term.settings.breaks
      .filter(({ from, to }) => isPlainDate(from) && isPlainDate(to) && from <= to)
      .filter(({ from, to }) => from <= term.end_date && to >= term.start_date)
      .map(({ from, to, name }): TermMark => ({
        date: from,
        endDate: to,
        kind: 'break',
        label: name.trim() || 'Break',
      })),
    ...federal.map(({ date, name }): TermMark => ({ date, kind: 'holiday', label: name })),
    ...own.map((date): TermMark => ({ date, kind: 'holiday', label: 'School holiday' })),
  ]
    .filter(({ date, endDate }) => isInside(date) || endDate !== undefined)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
