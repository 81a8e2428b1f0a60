import { headingRowOf } from '#core/heading-row.ts'
import { MAX_PLANNED } from '#core/shift-plan-limits.ts'
import { findSigns } from './personal-data.ts'

/** The meaning of a roster's column, by the words in its heading. */
const columns: readonly [RegExp, string][] = [
  [/^(?:shift )?(?:date|day)s?$/, 'date'],
  [/^(?:weekdays?|days? of (?:the )?week)$/, 'weekday'],
  [/^(?:from|start(?:s| date)?|first day|begin(?:s|ning)?)$/, 'from'],
  [/^(?:to|until|end date|last day|through)$/, 'to'],
  [/^(?:start time|time in|begins at|in)$/, 'start'],
  [/^(?:end(?:s| time)?|time out|ends at|out)$/, 'end'],
  [/^(?:hours|times?|shift(?: times?| hours)?|pattern)$/, 'hours'],
  [/^(?:unit|department|dept|floor|area|unit name)$/, 'unit'],
  [/^(?:site|hospital|facility|location|facility name|site name)$/, 'site'],
  [
    /^(?:seats|students|capacity|number of students|no of students|max(?: students)?|group size|slots|spots)$/,
    'seats',
  ],
  [/^(?:instructors?|clinical instructors?|proctors?|faculty|instructor name)$/, 'instructor'],
  [/^(?:preceptors?|preceptor name)$/, 'preceptor'],
  [/^(?:breaks?|unpaid break|break min(?:utes)?|lunch)$/, 'break'],
  [/^(?:learning |clinical )?(?:objectives?|goals?)$/, 'objectives'],
  [/^(?:course|course code|class|course number)$/, 'course'],
  [/^(?:cohort|group name)$/, 'cohort'],
  [/^(?:except|not on|skip|exceptions)$/, 'except'],
]

export type Roster = { text: string; leftOut: string[]; problem: string | null }

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** What a column with this heading holds; undefined if a plan does not use it. */
export const columnKind = (heading: string): string | undefined =>
  columns.find(([pattern]) => pattern.test(plain(heading)))?.[1]

/** "8", "6–8", "8 students": a column of students may also hold their names, which are left out. */
const isCount = (cell: string): boolean =>
  /^(?:up to|max\.?)?\s*\d{1,3}(?:\s*(?:-|–|to|or)\s*\d{1,3})?\s*(?:students?|seats?|spots?|slots?)?$/i.test(
    cell,
  )

/**
 * Turns a roster into sentences, one per row, so that it is read, shown and changed like any other text. Columns that a plan does not use
 * are left out and named; names of students in them never leave the browser.
 */
export function rosterText(table: readonly (readonly string[])[]): Roster {
  const head = headingRowOf(table, (heading) => columnKind(heading) !== undefined)
  const rows = table.slice(head + 1).filter((cells) => cells.some((cell) => cell.trim() !== ''))
  const nothing = (problem: string): Roster => ({ text: '', leftOut: [], problem })
  if (head < 0 || rows.length === 0) return nothing('There are no rows in this file.')
  if (rows.length > MAX_PLANNED)
    return nothing(`At most ${MAX_PLANNED} rows at a time; this file has ${rows.length}.`)
  const kinds = table[head]!.map(columnKind)
  // "Start" and "End" are times if the rows have their own days.
  const hasDays = kinds.includes('date')
  const of = kinds.map((kind, at) => {
    const isTime =
      hasDays &&
      rows.every((cells) =>
        /^$|^\s*\d{1,4}(?::\d{2})?(?::00)?\s*(?:[ap]\.?m?\.?)?\s*$/i.test(cells[at] ?? ''),
      )
    if (kind === 'from' && isTime) return 'start'
    return kind === 'to' && isTime ? 'end' : kind
  })
  if (!of.includes('date') && !of.includes('weekday'))
    return nothing(
      'No column is called “Date” or “Weekday”. Give the columns these headings: Date, Start time, End time, Unit, Site, Students, Instructor, Course.',
    )
  const cellOf = (cells: readonly string[], kind: string) =>
    cells[of.indexOf(kind)]?.replaceAll(/[;\n]+/g, ', ').trim() ?? ''
  const isKept = (cells: readonly string[], kind: string) => kind !== 'seats' || isCount(cellOf(cells, kind))
  // Of two columns of a kind, the first is read.
  const isRead = (kind: string | undefined, at: number) =>
    kind !== undefined &&
    of.indexOf(kind) === at &&
    rows.every((cells) => cellOf(cells, kind) === '' || isKept(cells, kind))
  const leftOut = table[head]!.filter((heading, at) => heading.trim() !== '' && !isRead(of[at], at))
  const text = rows
    .map((cells) => sentence((kind) => (isKept(cells, kind) ? cellOf(cells, kind) : '')))
    .join('\n')
  return {
    text,
    leftOut,
    problem:
      findSigns(text).length > 0
        ? 'A column that is kept contains email addresses. Take them out of the file first.'
        : null,
  }
}

function sentence(cell: (kind: string) => string): string {
  const time = (text: string) => text.replace(/^(\d{1,2}:\d{2}):00$/, '$1').replace(/^(\d):/, '0$1:')
  const [start, end] = [time(cell('start')), time(cell('end'))]
  const with12 = (text: string) => (/[ap]/i.test(text) ? text.replace(/^0(?=\d:)/, '') : text)
  const span =
    cell('from') && cell('to')
      ? `from ${cell('from')} to ${cell('to')}`
      : cell('from')
        ? `from ${cell('from')}`
        : cell('to')
          ? `until ${cell('to')}`
          : ''
  const parts = [
    cell('date'),
    cell('weekday'),
    start && end ? `${with12(start)}–${with12(end)}` : cell('hours'),
    cell('unit') && `at ${cell('unit')}`,
    cell('site') && (cell('unit') ? cell('site') : `at ${cell('site')}`),
    span,
    cell('seats') && (/\d$/.test(cell('seats')) ? `${cell('seats')} students` : cell('seats')),
    cell('instructor') && `instructor ${cell('instructor')}`,
    cell('course'),
    cell('cohort'),
    cell('preceptor') && `preceptor ${cell('preceptor')}`,
    cell('except') && `not on ${cell('except')}`,
    cell('break') &&
      (/^\d+$/.test(cell('break'))
        ? `${cell('break')} minute break`
        : `${cell('break').replace(/\s*breaks?$/i, '')} break`),
    // Last, because everything after it is an objective.
    cell('objectives') && `objectives: ${cell('objectives').replaceAll(/\.(?=\s|$)/g, '')}`,
  ]
  return parts.filter(Boolean).join(', ')
}
