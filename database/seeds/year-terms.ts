import type { PlainDate } from '#core/plain-date.ts'
import { type Term, termsOfYear } from './demo-terms.ts'

export type YearTerms = {
  /** One fall or spring semester; two during a summer term, when half of the students are away. */
  past: Term[]
  current: Term
  planning: Term
  /** The year in which the current academic year begins. */
  year: number
}

/** The semesters around a day: the current or next one, past ones, and the fall or spring to plan. */
export function yearTerms(today: PlainDate): YearTerms {
  const first = Number(today.slice(0, 4)) - 2
  const terms = Array.from({ length: 5 }, (_, at) => termsOfYear(first + at)).flat()
  const at = terms.findIndex(({ end }) => end >= today)
  const current = terms[at]!
  const isLong = ({ type }: Term): boolean => type !== 'summer'
  const behind = terms.slice(0, at).filter(isLong)
  return {
    past: behind.slice(current.type === 'summer' ? -2 : -1),
    current,
    planning: terms.slice(at + 1).find(isLong)!,
    year: Number(current.start.slice(0, 4)) - (current.type === 'fall' ? 0 : 1),
  }
}
