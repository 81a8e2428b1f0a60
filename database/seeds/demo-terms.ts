import { addDays, type PlainDate } from '#core/plain-date.ts'

export type Term = {
  key: string
  name: string
  type: 'fall' | 'spring' | 'summer' | 'intersession'
  /** The academic year. */
  year: string
  start: PlainDate
  end: PlainDate
  active: boolean
  breaks: readonly { from: PlainDate; to: PlainDate; name: string }[]
}

/** From this day on shifts are still being planned: three weeks ahead, and not before the spring of 2027. */
export const planningStart = (today: PlainDate): PlainDate => {
  const soon = addDays(today, 21)
  return soon > '2027-01-19' ? soon : '2027-01-19'
}

/** The last planned day: seventeen weeks of a term. */
export const planningEnd = (today: PlainDate): PlainDate => addDays(planningStart(today), 108)

const breaks: Record<string, Term['breaks']> = {
  'fall-2026': [{ from: '2026-11-25', to: '2026-11-27', name: 'Thanksgiving break' }],
  'spring-2027': [{ from: '2027-03-15', to: '2027-03-19', name: 'Spring break' }],
}

/** The three terms of the academic year that begins in a year; none of them active. */
export function termsOfYear(year: number): Term[] {
  const term = (type: 'fall' | 'spring' | 'summer', of: number, start: string, end: string): Term => ({
    key: `${type}-${of}`,
    name: `${type[0]!.toUpperCase()}${type.slice(1)} ${of}`,
    type,
    year: `${year}–${year + 1}`,
    start: `${of}-${start}`,
    end: `${of}-${end}`,
    active: false,
    breaks: breaks[`${type}-${of}`] ?? [],
  })
  return [
    term('fall', year, '08-24', '12-11'),
    term('spring', year + 1, '01-19', '05-07'),
    term('summer', year + 1, '05-24', '08-06'),
  ]
}

/**
 * The terms of the demonstration as of a day: from fall 2026 on, at least a year, and far enough to plan ten weeks of teaching. The time
 * between two terms is an intersession, so that today is always in a term.
 */
export function termsOf(today: PlainDate): Term[] {
  const until = addDays(planningStart(today), 150)
  const terms: Term[] = []
  for (let year = 2026; terms.length === 0 || terms.at(-1)!.end < until; year++)
    for (const term of termsOfYear(year))
      terms.push({ ...term, active: term.end >= today && term.start <= planningEnd(today) })
  return terms.flatMap((term, at) => {
    const [start, next] = [addDays(term.end, 1), terms[at + 1]?.start]
    if (!next || today < start || today >= next) return [term]
    const between: Term = {
      key: `intersession ${start}`,
      name: 'Intersession',
      type: 'intersession',
      year: term.year,
      start,
      end: addDays(next, -1),
      active: true,
      breaks: [],
    }
    return [term, between]
  })
}
