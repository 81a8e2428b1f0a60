import { formatInstant } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { zoneName } from '#core/zone-name.ts'
import type { Progress } from '../contract.ts'

/** Who made a file of hours, and when, in the school's time zone. */
export type Made = { by: string; by_support: boolean; school_name: string; at: string; time_zone: string }

/** The semesters that the students' hours fall in, in order, each once. */
export const semestersOf = (rows: readonly Pick<Progress, 'by_semester'>[]): string[] => [
  ...new Map(
    rows
      .flatMap(({ by_semester }) => by_semester)
      .filter(({ start_date }) => start_date !== null)
      .toSorted((a, b) => a.start_date!.localeCompare(b.start_date!))
      .map(({ semester_id, name }) => [semester_id, name]),
  ).values(),
]

type Stamped = { what: string; semesters: readonly string[]; rows?: number; of?: number }

/** The generation stamp of a file of hours (Domain 2.11): its subject, the school, the semesters, when and by whom. */
export function stampLines(made: Made, { what, semesters, rows, of }: Stamped): string[] {
  const part =
    rows !== undefined && of !== undefined && rows < of ? `: ${rows} of ${of} students, as filtered` : ''
  const support = made.by_support ? ', opened by Placewell support' : ''
  return [
    `${what}${part}`,
    `School: ${made.school_name}`,
    `Semesters: all${semesters.length > 0 ? ` (${semesters.join(', ')})` : ''}`,
    `Generated ${formatInstant(made.at, made.time_zone, 'long')} (${zoneName(made.time_zone)}) by ${made.by}${support}`,
  ]
}

/** The maximum number of students in one PDF of the list: more would slow down other requests. */
export const MAX_IN_PDF = 200

/** Why a list cannot be made into a PDF; null when it can. */
export const pdfBlocker = (rows: readonly unknown[]) =>
  rows.length > MAX_IN_PDF ? refusal('hours.pdf_too_long', { rows: rows.length, most: MAX_IN_PDF }) : null
