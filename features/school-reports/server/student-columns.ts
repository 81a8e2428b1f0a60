import { specialtyName } from '#core/specialties.ts'
import { roundToHundredths } from '#core/number-text.ts'
import type { CourseCredit, Progress } from '#features/hours/contract.ts'
import type { SemesterCredit } from '#features/hours/rules.ts'
import type { Decision, ReportContent, SemesterReportStatus } from '#features/semester-reports/contract.ts'
import { decisionLabels, semesterReportLabels } from '#features/semester-reports/rules.ts'
import type { ExportColumn } from '#platform/server/export.ts'

/** Data about a student in the semester and in the program. */
export type KnownLine = {
  student_id: string
  program: Progress
  semester: SemesterCredit
  content: ReportContent
}
type Table<Row> = [columns: readonly ExportColumn<Row>[], rows: readonly Row[]]

const who = <Row extends { of: KnownLine }>(): ExportColumn<Row>[] => [
  { header: 'Student', value: ({ of }) => of.program.full_name, width: 28 },
  { header: 'Cohort', value: ({ of }) => of.program.cohort_name, width: 24 },
]

type Area = { student_id: string; specialty: string; direct: number; simulation: number; other: number }

/** Hours by area: a row for each student and specialty. */
export function hoursLines(
  lines: readonly KnownLine[],
  areas: readonly Area[],
): Table<Area & { of: KnownLine }> {
  const rows = lines.flatMap((of) =>
    areas.filter(({ student_id: id }) => id === of.student_id).map((area) => ({ ...area, of })),
  )
  return [
    [
      ...who<Area & { of: KnownLine }>(),
      { header: 'Area', value: (row) => specialtyName(row.specialty), width: 24 },
      { header: 'Direct care hours', value: (row) => roundToHundredths(row.direct), width: 12 },
      { header: 'Simulation hours', value: (row) => roundToHundredths(row.simulation), width: 12 },
      { header: 'Other hours', value: (row) => roundToHundredths(row.other), width: 12 },
      {
        header: 'Hours',
        value: (row) => roundToHundredths(row.direct + row.simulation + row.other),
        width: 12,
      },
    ],
    rows,
  ]
}

type Course = { of: KnownLine; line: CourseCredit }

/** Simulation share: a row for each student and course. */
export function courseLines(lines: readonly KnownLine[]): Table<Course> {
  const all = ({ line }: Course) => line.direct + line.other + line.simulation
  return [
    [
      ...who<Course>(),
      { header: 'Course', value: ({ line }) => line.course, width: 14 },
      { header: 'Direct care hours', value: ({ line }) => line.direct, width: 12 },
      { header: 'Simulation hours', value: ({ line }) => line.simulation, width: 12 },
      { header: 'Other hours', value: ({ line }) => line.other, width: 12 },
      {
        header: 'Simulation percent',
        value: (row) => roundToHundredths((row.line.simulation / all(row)) * 100),
        width: 12,
      },
      { header: 'Exchange ratio', value: ({ line }) => line.exchange_ratio, width: 12 },
      { header: 'Limit hours', value: ({ line }) => line.cap, width: 12 },
      { header: 'Simulation credited', value: ({ line }) => line.sim_credited, width: 12 },
      { header: 'Simulation not credited', value: ({ line }) => line.over, width: 12 },
      { header: 'Board', value: ({ line }) => line.board?.jurisdiction ?? null, width: 10 },
      { header: 'Source', value: ({ line }) => line.board?.source_url ?? null, width: 40 },
      { header: 'In force from', value: ({ line }) => line.board?.effective_from ?? null, width: 12 },
    ],
    lines.flatMap((of) => of.semester.by_course.map((line) => ({ of, line }))).filter((row) => all(row) > 0),
  ]
}

/** Attendance: a row for each student. */
export function attendanceLines(lines: readonly KnownLine[]): Table<{ of: KnownLine }> {
  const column = (
    header: string,
    pick: (of: ReportContent['attendance']) => number,
  ): ExportColumn<{ of: KnownLine }> => ({
    header,
    value: ({ of }) => pick(of.content.attendance),
    width: 10,
  })
  return [
    [
      ...who<{ of: KnownLine }>(),
      column('Shifts', (of) => of.scheduled),
      column('Present', (of) => of.present),
      column('Late', (of) => of.late),
      column('Absent, excused', (of) => of.excused),
      column('Absent, unexcused', (of) => of.unexcused),
      column('Made up', (of) => of.made_up),
    ],
    lines.map((of) => ({ of })),
  ]
}

type Report = {
  student_id: string
  status: string
  edition: number
  decision: string | null
  /** In the school's time zone. */
  published_on: string | null
}
type Outcome = { of: KnownLine; report: Report | undefined }

/** Semester outcomes: a row for each student, with the last of their reports. */
export function outcomeLines(lines: readonly KnownLine[], reports: readonly Report[]): Table<Outcome> {
  const byStudent = new Map(reports.map((report) => [report.student_id, report]))
  return [
    [
      ...who<Outcome>(),
      { header: 'Hours credited', value: ({ of }) => of.semester.credited, width: 12 },
      { header: 'Program hours credited', value: ({ of }) => of.program.credited, width: 12 },
      { header: 'Program hours required', value: ({ of }) => of.program.required, width: 12 },
      {
        header: 'Decision',
        value: ({ report }) => (report?.decision ? decisionLabels[report.decision as Decision] : null),
        width: 22,
      },
      {
        header: 'Report',
        value: ({ report }) =>
          report ? semesterReportLabels[report.status as SemesterReportStatus] : 'None',
        width: 16,
      },
      { header: 'Version', value: ({ report }) => report?.edition ?? null, width: 8 },
      { header: 'Published', value: ({ report }) => report?.published_on ?? null, width: 12 },
    ],
    lines.map((of) => ({ of, report: byStudent.get(of.student_id) })),
  ]
}
