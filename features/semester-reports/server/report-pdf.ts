import { howMany } from '#core/number-text.ts'
import { specialtyName } from '#core/specialties.ts'
import { formatDate, type PlainDate, todayIn } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { TaggedPdf } from '#platform/server/tagged-pdf.ts'
import type { SemesterReport } from '../contract.ts'
import {
  capstoneLines,
  decisionLabels,
  missingWords,
  resultWords,
  scoreWords,
  simShare,
  trendLabels,
} from '../rules.ts'

export type Printed = Pick<
  SemesterReport,
  | 'content'
  | 'edition'
  | 'decision'
  | 'proctor_name'
  | 'proctor_comment'
  | 'school_comment'
  | 'strengths'
  | 'goals_next'
  | 'differences'
  | 'reopenings'
  | 'time_zone'
> & { published_on: PlainDate }

/** A student's semester report as an accessible PDF. */
export async function reportPdf(report: Printed): Promise<{ content: Uint8Array; pages: number }> {
  const { content, edition, published_on: day } = report
  const { student, semester, school_name: school } = content
  const pdf = new TaggedPdf({
    title: `Semester report, ${semester.name}: ${student.full_name}`,
    author: school,
    footer: `${student.full_name} · ${semester.name} · Version ${edition} · ${formatDate(day, 'long')}`,
  })
  pdf.heading(`Semester report: ${semester.name}`, 1)
  pdf.text([student.full_name, student.program_name, student.cohort_name, school].filter(Boolean).join(' · '))
  pdf.text(
    `${formatDate(semester.start_date, 'long')} to ${formatDate(semester.end_date, 'long')}. Version ${edition}, published ${formatDate(day, 'long')}.`,
    'dimmed',
  )
  if (report.decision) pdf.heading('Decision').text(decisionLabels[report.decision])
  printCorrection(pdf, report)
  printHours(pdf, content)
  printAttendance(pdf, content)
  printEvaluations(pdf, content)
  printCompetencies(pdf, content)
  printCapstone(pdf, content)
  printWords(pdf, report)
  return pdf.end()
}

function printCorrection(
  pdf: TaggedPdf,
  { edition, differences, reopenings, time_zone: zone }: Printed,
): void {
  if (differences.length > 0) {
    pdf.heading(`What changed since version ${edition - 1}`)
    pdf.table({
      head: ['', 'Before', 'Now'],
      rows: differences.map(({ label, before, after }) => [label, before, after]),
      widths: [2, 2, 2],
    })
  }
  for (const one of reopenings)
    pdf.text(
      `This semester was reopened on ${formatDate(todayIn(zone, Date.parse(one.reopened_at)), 'long')}${one.by_name ? ` by ${one.by_name}` : ''}: ${one.reason}`,
      'dimmed',
    )
}

function printHours(pdf: TaggedPdf, content: Printed['content']): void {
  const { hours } = content
  pdf.heading('Clinical hours')
  pdf.text(
    `${hoursWords(hours.credited)} credited this semester, ${simShare(content)}% of the hours in simulation.` +
      (hours.over > 0 ? ` ${hoursWords(hours.over)} of simulation above the limit are not credited.` : '') +
      (hours.program_required === null
        ? ''
        : ` In the program: ${hoursWords(hours.program_credited)} of ${hoursWords(hours.program_required)}.`),
  )
  if (hours.by_course.length > 0)
    pdf.table({
      head: ['Course', 'Direct care', 'Simulation', 'Other', 'Credited'],
      rows: hours.by_course.map((line) => [
        line.course ?? 'Without a course',
        hoursWords(line.direct),
        line.over > 0
          ? `${hoursWords(line.simulation)}, ${hoursWords(line.over)} not credited`
          : hoursWords(line.simulation),
        hoursWords(line.other),
        hoursWords(line.credited),
      ]),
      figures: [1, 2, 3, 4],
      widths: [3, 2, 3, 2, 2],
    })
  if (hours.by_specialty.length > 0)
    pdf.table({
      head: ['Specialty', 'Hours'],
      rows: hours.by_specialty.map((line) => [specialtyName(line.specialty), hoursWords(line.credited)]),
      figures: [1],
      widths: [4, 1],
    })
}

function printAttendance(pdf: TaggedPdf, { attendance, credentials, missing }: Printed['content']): void {
  pdf.heading('Attendance')
  pdf.table({
    head: ['Shifts', 'Present', 'Late', 'Excused', 'Unexcused', 'Made up'],
    rows: [
      [
        attendance.scheduled,
        attendance.present,
        attendance.late,
        attendance.excused,
        attendance.unexcused,
        attendance.made_up,
      ].map(String),
    ],
    figures: [0, 1, 2, 3, 4, 5],
  })
  if (attendance.from_lates)
    pdf.text(`Late arrivals count as ${howMany(attendance.from_lates, 'more unexcused absence')}.`)
  if (credentials.open + credentials.lapsed > 0)
    pdf.text(`Credentials: ${credentials.open} open, ${credentials.lapsed} lapsed.`)
  if (missing.length > 0) pdf.text(`Not finished: ${missing.map(missingWords).join(', ')}.`)
}

function printEvaluations(pdf: TaggedPdf, { evaluations }: Printed['content']): void {
  if (evaluations.length === 0) return
  pdf.heading('Evaluations').table({
    head: ['Evaluation', 'By', 'Date', 'Result'],
    rows: evaluations.map((one) => [
      one.name,
      one.evaluator_name ?? '—',
      one.date ? formatDate(one.date) : '—',
      resultWords(one),
    ]),
    widths: [3, 2, 2, 2],
  })
}

function printCompetencies(pdf: TaggedPdf, { competencies = [] }: Printed['content']): void {
  if (competencies.length === 0) return
  pdf.heading('Competencies')
  pdf.text('What each domain of the evaluation forms got, as a percentage of the maximum points.', 'dimmed')
  pdf.table({
    head: ['Domain', 'Results', 'Trend'],
    rows: competencies.map((one) => [one.domain, scoreWords(one), trendLabels[one.trend]]),
    widths: [3, 3, 2],
  })
}

function printCapstone(pdf: TaggedPdf, { capstone = [] }: Printed['content']): void {
  if (capstone.length === 0) return
  pdf.heading('Capstone')
  for (const project of capstone)
    pdf.table({ head: ['', 'Summary'], rows: capstoneLines(project), widths: [2, 4] })
}

function printWords(pdf: TaggedPdf, report: Printed): void {
  const parts: [string, string | null][] = [
    ['Strengths', report.strengths],
    ['Goals for next semester', report.goals_next],
    [`Comment of ${report.proctor_name ?? 'the instructor'}`, report.proctor_comment],
    ['Comment of the school', report.school_comment],
  ]
  for (const [title, words] of parts) if (words) pdf.heading(title).text(words)
}
