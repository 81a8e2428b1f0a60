import type { Figures, Run } from '../contract.ts'

type Line = {
  label: string
  value: (figures: Figures) => string
  /** The number to compare, and whether more or less is better. */
  of: (figures: Figures) => number | null
  /** `points`: less, if both runs counted them alike. */
  better: 'more' | 'less' | 'points' | 'none'
}
const share = (part: number, whole: number) =>
  `${part} of ${whole}${whole > 0 ? ` (${Math.round((100 * part) / whole)}%)` : ''}`
const known = (value: number | null, unit = '') => (value === null ? '–' : `${value}${unit}`)

/** The metrics for comparing runs, in the order of the page (Domain 2.5). */
export const figureLines: readonly Line[] = [
  {
    label: 'First choice',
    value: (f) => share(f.first_choice, f.students),
    of: (f) => f.first_choice,
    better: 'more',
  },
  {
    label: 'Top three',
    value: (f) => share(f.top_three, f.students),
    of: (f) => f.top_three,
    better: 'more',
  },
  { label: 'Not placed', value: (f) => String(f.unplaced), of: (f) => f.unplaced, better: 'less' },
  {
    label: 'Not among their choices',
    value: (f) => String(f.not_chosen),
    of: (f) => f.not_chosen,
    better: 'less',
  },
  { label: 'Mean choice', value: (f) => known(f.mean_rank), of: (f) => f.mean_rank, better: 'less' },
  {
    label: 'Worst-off student',
    value: (f) => (f.worst_rank === null ? '–' : `choice ${f.worst_rank}`),
    of: (f) => f.worst_rank,
    better: 'less',
  },
  {
    label: 'Fullest option',
    value: (f) => `${f.fullest}% of its seats`,
    of: (f) => f.fullest,
    better: 'none',
  },
  {
    label: 'Needed hours covered',
    value: (f) => `${f.hours_closed} hours`,
    of: (f) => f.hours_closed,
    better: 'more',
  },
  {
    label: 'Mean distance',
    value: (f) => known(f.miles_on_average, ' miles'),
    of: (f) => f.miles_on_average,
    better: 'less',
  },
  { label: 'Points', value: (f) => known(f.total), of: (f) => f.total, better: 'points' },
  { label: 'Assigned by hand', value: (f) => String(f.edits), of: (f) => f.edits, better: 'none' },
]

type Compared = Pick<Run, 'settings'> & { figures: Figures }

/** Points depend on the weights, the students, and how many of them have no seat. */
const countsAlike = (one: Compared, other: Compared) =>
  [one, other]
    .map(({ settings, figures }) => JSON.stringify([settings.weights, figures.students, figures.unplaced]))
    .every((text, _at, [first]) => text === first)

/** The run that is better by this metric: 0, 1, or null. */
export function betterOf(line: Line, one: Compared, other: Compared): 0 | 1 | null {
  const [a, b] = [line.of(one.figures), line.of(other.figures)]
  if (line.better === 'none' || a === null || b === null || a === b) return null
  if (line.better === 'points' && !countsAlike(one, other)) return null
  return (line.better === 'more') === a > b ? 0 : 1
}
