import { specialtyName } from '#core/specialties.ts'
import { setImmediate } from 'node:timers/promises'
import { formatDate } from '#core/plain-date.ts'
import { TaggedPdf } from '#platform/server/tagged-pdf.ts'
import type { Progress } from '../contract.ts'
import { hoursWords, type Made, progressStatusLabels, riskWords, uncreditedWords } from '../rules.ts'

const hours = (value: number | null): string => (value === null ? '—' : hoursWords(value))
const parts = ['Required', 'Credited', 'Scheduled', 'Projected', 'Gap']
type Part = Pick<Progress, 'required' | 'credited' | 'scheduled' | 'projected' | 'gap'>
const figuresOf = ({ required, credited, scheduled, projected, gap }: Part): string[] =>
  [required, credited, scheduled, projected, gap].map(hours)

/** A document with the last line of its stamp in every page's footer, and the whole stamp at its end. */
function begin(title: string, made: Made, stamp: readonly string[]): TaggedPdf {
  return new TaggedPdf({ title, author: made.school_name, footer: stamp.at(-1)! }).heading(title, 1)
}

async function end(pdf: TaggedPdf, stamp: readonly string[]): Promise<Uint8Array> {
  pdf.heading('About this file')
  for (const line of stamp) pdf.text(line, 'dimmed')
  return (await pdf.end()).content
}

/** The status of a student and what there is to say about it; hours to make up are one of the risks of some. */
export function remarksOf({
  standing,
  risks,
  to_make_up: toMakeUp,
}: Pick<Progress, 'standing' | 'risks' | 'to_make_up'>): string[] {
  return [
    `Status: ${progressStatusLabels[standing]}.`,
    ...risks.map(riskWords),
    ...(toMakeUp > 0 && !risks.some(({ code }) => code === 'make_up')
      ? [`${hoursWords(toMakeUp)} to make up.`]
      : []),
  ]
}

/** One student's progress as an accessible PDF. */
export function progressPdf(progress: Progress, made: Made, stamp: readonly string[]): Promise<Uint8Array> {
  const { full_name, program_name, cohort_name, ends, by_specialty } = progress
  const pdf = begin(`Progress in clinical hours: ${full_name}`, made, stamp)
  pdf.text([program_name, cohort_name, made.school_name].filter(Boolean).join(' · '))
  if (ends) pdf.text(`Expected graduation: ${formatDate(ends, 'long')}`, 'dimmed')
  const table = (head: string, rows: readonly (Part & { name: string })[]) =>
    pdf.table({
      head: [head, ...parts],
      rows: rows.map((row) => [row.name, ...figuresOf(row)]),
      figures: [1, 2, 3, 4, 5],
      widths: [2.4, 1, 1, 1, 1, 1],
    })
  pdf.heading('Hours to graduate')
  table('', [{ ...progress, name: 'All hours' }])
  for (const remark of remarksOf(progress)) pdf.text(remark)
  if (by_specialty.length > 0) {
    pdf.heading('By specialty')
    table(
      'Specialty',
      by_specialty.map((one) => ({
        ...one,
        name: specialtyName(one.specialty),
      })),
    )
    for (const remark of uncreditedWords(by_specialty)) pdf.text(remark)
  }
  if (progress.by_course.length > 0) {
    pdf.heading('By course')
    table(
      'Course',
      progress.by_course.map((one) => ({ ...one, name: one.course ?? 'No course' })),
    )
  }
  if (progress.by_semester.length > 0) {
    pdf.heading('By semester')
    table('Semester', progress.by_semester)
  }
  return end(pdf, stamp)
}

/** Rows laid out before yielding to other requests: about 150 ms. */
const AT_ONCE = 25

/** The students of a list with their hours, by cohort, as an accessible PDF. */
export async function listPdf(
  rows: readonly Progress[],
  made: Made,
  stamp: readonly string[],
): Promise<Uint8Array> {
  const pdf = begin('Student progress', made, stamp)
  pdf.text(`${rows.length} ${rows.length === 1 ? 'student' : 'students'} · ${made.school_name}`)
  for (const [cohort, all] of Map.groupBy(rows, (row) => row.cohort_name ?? 'No cohort')) {
    pdf.heading(cohort)
    for (let at = 0; at < all.length; at += AT_ONCE) {
      await setImmediate()
      pdf.table({
        head: ['Student', 'Status', ...parts],
        rows: all
          .slice(at, at + AT_ONCE)
          .map((row) => [row.full_name, progressStatusLabels[row.standing], ...figuresOf(row)]),
        figures: [2, 3, 4, 5, 6],
        widths: [2.6, 1.2, 1.1, 1.1, 1.1, 1.1, 1.1],
      })
    }
  }
  return end(pdf, stamp)
}
