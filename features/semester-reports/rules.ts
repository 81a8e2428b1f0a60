import { heldStates, type ShiftStatus } from '#core/shift-statuses.ts'
import { specialtyName } from '#core/specialties.ts'
import { hoursIn, roundToHundredths } from '#core/number-text.ts'
import { comparePlainDates, formatDate, type PlainDate, todayIn } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type { AttendanceStatus } from '#features/attendance/contract.ts'
import { isLate, tally } from '#features/attendance/rules.ts'
import type { ProjectStatus } from '#features/capstone/contract.ts'
import { projectLabels } from '#features/capstone/rules.ts'
import type { ClearanceItem } from '#features/credentials/contract.ts'
import type { EvaluationKind, EvaluationRow, EvaluationStatus } from '#features/evaluations/contract.ts'
import {
  counted,
  isOpenEvaluation,
  kindLabels,
  outcomeLabels,
  statusLabels as evaluationLabels,
} from '#features/evaluations/rules.ts'
import type { Progress } from '#features/hours/contract.ts'
import { hoursWords, type SemesterCredit } from '#features/hours/rules.ts'
import type {
  CapstoneSummary,
  Competency,
  CompetencyTrend,
  Decision,
  Difference,
  EvaluationLine,
  Missing,
  MissingCode,
  ReadinessRow,
  ReadinessShow,
  ReportAction,
  ReportContent,
  SemesterReportStatus,
} from './contract.ts'

export type ReportParty = 'school' | 'instructor' | 'student'

const school: readonly ReportParty[] = ['school']
const working = ['draft', 'proctor_review', 'school_review'] as const

/** All steps of a semester report (domain §2.14). A correction is a separate version. */
export const semesterReportSteps = [
  { event: 'request_comment', from: 'draft', to: 'proctor_review', parties: school },
  { event: 'skip_comment', from: 'draft', to: 'school_review', parties: school },
  { event: 'comment', from: 'proctor_review', to: 'school_review', parties: ['instructor'] },
  { event: 'skip_comment', from: 'proctor_review', to: 'school_review', parties: school },
  { event: 'return', from: 'school_review', to: 'proctor_review', parties: school },
  { event: 'publish', from: 'school_review', to: 'published', parties: school },
  { event: 'acknowledge', from: 'published', to: 'acknowledged', parties: ['student'] },
  { event: 'supersede', from: 'published', to: 'superseded', parties: school },
  { event: 'supersede', from: 'acknowledged', to: 'superseded', parties: school },
  ...working.map((from) => ({ event: 'withhold', from, to: 'withheld' as const, parties: school })),
  { event: 'release', from: 'withheld', to: 'school_review', parties: school },
] as const satisfies readonly Step<SemesterReportStatus, ReportParty>[]

/** Labels of the report statuses (domain §2.14). */
export const semesterReportLabels: Record<SemesterReportStatus, string> = {
  draft: 'Draft',
  proctor_review: 'With instructor',
  school_review: 'School review',
  published: 'Published',
  acknowledged: 'Acknowledged',
  superseded: 'Superseded',
  withheld: 'Withheld',
}

/** Labels of the decisions (domain §2.14). */
export const decisionLabels: Record<Decision, string> = {
  progressing: 'Progressing',
  progressing_with_plan: 'Progressing with a plan',
  not_progressing: 'Not progressing',
  incomplete: 'Incomplete',
}

/** True while a report's content can be generated again, until it is published: a correction is a new version (domain §2.14). */
export const isEditable = (status: SemesterReportStatus): boolean =>
  (working as readonly string[]).includes(status) || status === 'withheld'

/** True when the student has received it (domain §2.14). */
const isReleased = (status: SemesterReportStatus): boolean =>
  status === 'published' || status === 'acknowledged'

/** A student's seat on a shift of the semester, with its records. */
export type SeatFact = {
  shift_id: string
  date: PlainDate
  unit: string | null
  shift_status: ShiftStatus
  seat_status: string
  source: string
  attendance: AttendanceStatus | null
  late_min: number
  report_status: string | null
  /** Whether the instructor marked the student as prepared; null without a submitted report. */
  prepared: boolean | null
}

/** The data besides hours from which a student's report is generated. */
export type ReportFacts = {
  school_name: string
  semester: ReportContent['semester']
  seats: readonly SeatFact[]
  /** Incidents about the student that are serious or need follow-up, and are not closed. */
  incidents: readonly { shift_id: string; date: PlainDate }[]
  make_ups: readonly { hours: number; status: string }[]
  /** Hours of the semester that the student reported and no one has decided on. */
  reported_hours: readonly { date: PlainDate; minutes: number }[]
  /** Planned days of capstone projects that no preceptor has confirmed. */
  capstone_days: readonly { project_id: string; date: PlainDate }[]
  clearance: readonly Pick<ClearanceItem, 'state' | 'is_mandatory'>[]
  evaluations: readonly EvaluationLine[]
  missing_evaluations: readonly { label: string; href: string }[]
  competencies: readonly Competency[]
  capstone: readonly CapstoneSummary[]
}

/** A midterm or final from the evaluations feature. */
export type WrittenEvaluation = Pick<
  EvaluationRow,
  'id' | 'status' | 'outcome' | 'score' | 'most' | 'submitted_at'
> & {
  plan?: NonNullable<EvaluationLine['plan']> | null
  kind: EvaluationKind
  evaluator_name: string | null
  is_capstone: boolean
  /** Scores in each domain of its form; undefined before it is submitted. */
  domains?: readonly { title: string; percent: number }[]
}

const evaluationName = ({ kind, is_capstone: isCapstone }: Pick<WrittenEvaluation, 'kind' | 'is_capstone'>) =>
  isCapstone ? `Capstone ${kind} evaluation` : `${kindLabels[kind]} evaluation`

const overallOf = ({ outcome, score, most }: WrittenEvaluation): string | null => {
  if (outcome === null) return null
  return outcome === 'rated' ? `${score} of ${most}` : outcomeLabels[outcome]
}

/** A student's capstone project in the semester. */
export type WrittenProject = Omit<CapstoneSummary, 'evaluations'> & {
  student_id: string
  evaluations: readonly Pick<WrittenEvaluation, 'kind' | 'outcome' | 'status'>[]
}

/**
 * The midterms and finals that a report lists, and those that are missing: begun or requested ones, and the kinds that are asked for of
 * the student (domain §2.14).
 */
export function evaluationFacts(
  written: readonly WrittenEvaluation[],
  asked: readonly EvaluationKind[],
  timeZone: string,
): Pick<ReportFacts, 'evaluations' | 'missing_evaluations' | 'competencies'> {
  const open = written.filter(({ status }) => isOpenEvaluation(status))
  const sent = written.filter(({ status }) => counted.some((one) => one === status))
  const without = asked.filter((kind) => !written.some((one) => one.kind === kind && !one.is_capstone))
  return {
    evaluations: sent.map((one) => ({
      id: one.id,
      name: evaluationName(one),
      kind: one.kind,
      status: one.status,
      overall: overallOf(one),
      outcome: one.outcome,
      plan: one.plan ?? null,
      evaluator_name: one.evaluator_name,
      date: one.submitted_at ? todayIn(timeZone, Date.parse(one.submitted_at)) : null,
    })),
    competencies: competenciesOf(sent, timeZone),
    missing_evaluations: [
      ...open.map((one) => ({
        label: [evaluationName(one), one.evaluator_name].filter(Boolean).join(', '),
        href: `/admin/evaluation-verification?evaluation=${one.id}`,
      })),
      ...without.map((kind) => ({
        label: `${kindLabels[kind]} evaluation`,
        href: '/admin/evaluation-verification?show=assign',
      })),
    ],
  }
}

/** A difference below this many percent between a domain's first and last score counts as no change. */
const STEADY = 5

/** The trend of a domain from its first to its last score (domain §2.14: competencies, domain → trend). */
export function trendOf(percents: readonly number[]): CompetencyTrend {
  const [first, last] = [percents[0], percents.at(-1)]
  if (first === undefined || last === undefined || percents.length < 2) return 'once'
  if (Math.abs(last - first) < STEADY) return 'steady'
  return last > first ? 'rising' : 'falling'
}

/** The scores of each domain in midterms and finals, in chronological order (domain §2.14: competencies). */
export function competenciesOf(written: readonly WrittenEvaluation[], timeZone: string): Competency[] {
  const scores = new Map<string, Competency['scores']>()
  const inTime = written.toSorted((a, b) => (a.submitted_at ?? '').localeCompare(b.submitted_at ?? ''))
  for (const one of inTime) {
    const label = one.is_capstone ? `Capstone ${one.kind}` : kindLabels[one.kind]
    const date = one.submitted_at ? todayIn(timeZone, Date.parse(one.submitted_at)) : null
    for (const { title, percent } of one.domains ?? [])
      scores.set(title, [...(scores.get(title) ?? []), { label, date, percent }])
  }
  return [...scores].map(([domain, all]) => ({
    domain,
    scores: all,
    trend: trendOf(all.map(({ percent }) => percent)),
  }))
}

/** Labels of the trends (domain §2.14). */
export const trendLabels: Record<CompetencyTrend, string> = {
  rising: 'Improving',
  steady: 'Steady',
  falling: 'Declining',
  once: 'One evaluation',
}

/** The scores of a domain in words: "Midterm 67%, Final 100%". */
export const scoreWords = ({ scores }: Pick<Competency, 'scores'>): string =>
  scores.map(({ label, percent }) => `${label} ${percent}%`).join(', ')

/** The result of an evaluation in words, with its remediation plan; its status if the form has no pass or fail or it is not settled. */
export const resultWords = ({
  overall,
  status,
  plan,
}: Pick<EvaluationLine, 'overall' | 'status' | 'plan'>): string => {
  const result =
    overall ?? `No result, ${(evaluationLabels[status as EvaluationStatus] ?? status).toLowerCase()}`
  return plan ? `${result}, remediation plan ${plan.replace('_', ' ')}` : result
}

/** What a report stores of a capstone project (domain §2.14: capstone summary). */
export function summaryOf({
  evaluations,
  student_id: _student,
  ...project
}: WrittenProject): CapstoneSummary {
  return {
    ...project,
    confirmed_hours: roundToHundredths(project.confirmed_hours),
    evaluations: evaluations.map(({ kind, outcome, status }) => ({
      label: `${kindLabels[kind]} evaluation`,
      result: resultWords({ overall: outcome && outcomeLabels[outcome], status }),
    })),
  }
}

/** Hours, status and deliverables of a capstone project in words (domain §2.14: capstone summary). */
export function capstoneLines(project: CapstoneSummary): Line[] {
  const { confirmed_hours: done, required_hours: needs, deliverables, accepted, evaluations } = project
  return [
    ['Project', `${project.title} (${project.course_code})`],
    ['Status', projectLabels[project.status as ProjectStatus] ?? project.status],
    ['Preceptor', project.preceptor_name ?? '—'],
    ['Facility', project.facility_name ?? '—'],
    ['Hours', `${hoursWords(done)} of ${hoursWords(needs)} confirmed`],
    ...(deliverables > 0 ? [['Deliverables', `${accepted} of ${deliverables} accepted`] satisfies Line] : []),
    ...evaluations.map(({ label, result }): Line => [label, result]),
  ]
}

/**
 * Mandatory credentials that are open or have lapsed, for the readiness board. They don't block a report, because they change
 * independently.
 */
export function missingCredentials(studentName: string, clearance: ReportFacts['clearance']): Missing[] {
  const { open, lapsed } = credentialCounts(clearance)
  const href = `/school/compliance/students?${new URLSearchParams({ q: studentName })}`
  const found: [MissingCode, number, string][] = [
    ['credential_open', open, 'Open credentials'],
    ['credential_lapsed', lapsed, 'Lapsed credentials'],
  ]
  return found.flatMap(([code, count, label]) =>
    count > 0 ? [{ code, count, items: [{ label, href }] }] : [],
  )
}

function credentialCounts(clearance: ReportFacts['clearance']): ReportContent['credentials'] {
  const must = clearance.filter((item) => item.is_mandatory)
  return {
    open: must.filter(({ state }) => ['missing', 'rejected', 'in_review'].includes(state)).length,
    lapsed: must.filter(({ state }) => ['expired', 'lapses', 'revoked'].includes(state)).length,
  }
}

const isOver = ({ shift_status: status }: SeatFact): boolean => heldStates.includes(status)
const absent: Partial<Record<AttendanceStatus, 'excused' | 'unexcused'>> = {
  absent_excused: 'excused',
  absent_unexcused: 'unexcused',
  no_show: 'unexcused',
}
/** Without an attendance record, the status of the seat counts. */
const attendanceOf = (seat: SeatFact): AttendanceStatus =>
  seat.attendance ?? (seat.seat_status in absent ? (seat.seat_status as AttendanceStatus) : 'completed')

/** The rules of a school by which attendance is counted. */
type AttendanceRules = Parameters<typeof tally>[1]

/**
 * A student's attendance on past shifts: present, of those late, and absent with and without excuse (domain §2.14); a number of late
 * arrivals set by the school counts as one more absence (domain §2.0).
 */
export function attendanceCounts(
  seats: readonly SeatFact[],
  made_up: number,
  settings: AttendanceRules,
): ReportContent['attendance'] {
  const over = seats.filter(isOver)
  const here = over.filter((seat) => attendanceOf(seat) === 'completed')
  const count = (kind: 'excused' | 'unexcused') =>
    over.filter((seat) => absent[attendanceOf(seat)] === kind).length
  return {
    scheduled: over.length,
    present: here.length,
    late: here.filter((seat) => isLate(seat.late_min, settings)).length,
    excused: count('excused'),
    unexcused: count('unexcused'),
    from_lates: tally(
      over.map((seat) => ({ status: attendanceOf(seat), late_min: seat.late_min })),
      settings,
    ).fromLates,
    made_up,
  }
}

const shiftItem = ({ shift_id: id, date, unit }: Pick<SeatFact, 'shift_id' | 'date' | 'unit'>) => ({
  label: `${formatDate(date)}${unit ? `, ${unit}` : ''}`,
  href: `/shift/${id}`,
})

/** What is not finished in a student's semester, each with the page to finish it on (domain §2.14: readiness). */
export function missingOf(student: string, facts: ReportFacts): Missing[] {
  const { seats, incidents, make_ups, evaluations } = facts
  const over = seats.filter(isOver)
  const open = over.filter((seat) => seat.report_status !== null && seat.report_status !== 'accepted')
  const undecided = over.filter(
    (seat) => !(attendanceOf(seat) in absent) && attendanceOf(seat) !== 'completed',
  )
  const owed = make_ups.filter(({ status }) => status === 'open' || status === 'scheduled')
  const progress = { label: 'Hours to make up', href: `/school/student-progress?student=${student}` }
  const found: [MissingCode, { label: string; href: string }[]][] = [
    ['attendance_open', undecided.map(shiftItem)],
    ['shift_report_open', open.map(shiftItem)],
    ['incident_open', incidents.map((one) => shiftItem({ ...one, unit: null }))],
    ['hours_to_make_up', owed.map(({ hours }) => ({ ...progress, label: hoursWords(hours) }))],
    [
      'hours_to_approve',
      facts.reported_hours.map(({ date, minutes }) => ({
        label: `${hoursWords(minutes / 60)} on ${formatDate(date)}`,
        href: '/school/student-progress',
      })),
    ],
    [
      'capstone_open',
      facts.capstone_days.map(({ project_id: id, date }) => ({
        label: formatDate(date),
        href: `/school/capstone/${id}`,
      })),
    ],
    ['shifts_ahead', seats.filter((seat) => !isOver(seat)).map(shiftItem)],
    ['evaluation_missing', [...facts.missing_evaluations]],
    [
      'evaluation_disputed',
      evaluations
        .filter(({ status }) => status === 'disputed')
        .map(({ id, name }) => ({ label: name, href: `/admin/evaluation-verification?evaluation=${id}` })),
    ],
  ]
  return found
    .filter(([, items]) => items.length > 0)
    .map(([code, items]) => ({ code, count: items.length, items }))
}

/**
 * The content of a report: hours of the semester from the ledger, attendance, shift reports, credentials and evaluations (domain §2.14).
 */
export function contentOf(
  { program, semester: own }: { program: Progress; semester: SemesterCredit },
  facts: ReportFacts,
  settings: AttendanceRules,
): ReportContent {
  const { seats, make_ups, clearance, evaluations } = facts
  // In minutes, because the hours of a course are rounded.
  const sum = (pick: (line: Progress['by_course'][number]) => number) =>
    hoursIn(own.by_course.reduce((total, line) => total + Math.round(pick(line) * 60), 0))
  const over = seats.filter(isOver)
  const rated = over.filter((seat) => seat.prepared !== null)
  return {
    student: {
      full_name: program.full_name,
      cohort_name: program.cohort_name,
      program_name: program.program_name,
    },
    school_name: facts.school_name,
    semester: facts.semester,
    hours: {
      credited: own.credited,
      scheduled: own.scheduled,
      direct: sum(({ direct }) => direct),
      simulation: sum(({ simulation }) => simulation),
      over: own.over,
      program_credited: program.credited,
      program_required: program.required,
      program_gap: program.required === null ? null : Math.max(0, program.required - program.credited),
      by_course: own.by_course
        .filter((line) => line.direct + line.other + line.simulation !== 0)
        .map(({ scheduled: _ahead, board: _board, ...line }) => line),
      by_specialty: own.by_specialty
        .filter(({ credited }) => credited !== 0)
        .map(({ specialty, credited }) => ({ specialty, credited })),
    },
    attendance: attendanceCounts(
      seats,
      make_ups.filter(({ status }) => status === 'made_up').length,
      settings,
    ),
    shift_reports: {
      accepted: over.filter(({ report_status: status }) => status === 'accepted').length,
      open: over.filter(({ report_status: status }) => status !== null && status !== 'accepted').length,
      prepared: rated.filter(({ prepared }) => prepared).length,
      rated: rated.length,
    },
    credentials: credentialCounts(clearance),
    evaluations: [...evaluations].toSorted((a, b) => comparePlainDates(a.date ?? '~', b.date ?? '~')),
    competencies: [...facts.competencies],
    capstone: [...facts.capstone],
    missing: missingOf(program.student_id, facts).map(({ code, count }) => ({ code, count })),
  }
}

/** Label of a missing thing, with its count (domain §2.14). */
export function missingWords({ code, count }: Pick<Missing, 'code' | 'count'>): string {
  const many = (one: string, more: string) => `${count} ${count === 1 ? one : more}`
  switch (code) {
    case 'attendance_open':
      return many('shift without attendance', 'shifts without attendance')
    case 'shift_report_open':
      return many('shift report not accepted', 'shift reports not accepted')
    case 'incident_open':
      return many('open incident', 'open incidents')
    case 'hours_to_make_up':
      return many('absence to make up', 'absences to make up')
    case 'hours_to_approve':
      return many('report of hours not decided', 'reports of hours not decided')
    case 'capstone_open':
      return many('capstone day not confirmed', 'capstone days not confirmed')
    case 'shifts_ahead':
      return many('shift still ahead', 'shifts still ahead')
    case 'evaluation_missing':
      return many('evaluation missing', 'evaluations missing')
    case 'evaluation_disputed':
      return many('evaluation disputed', 'evaluations disputed')
    case 'credential_open':
      return many('credential open', 'credentials open')
    case 'credential_lapsed':
      return many('credential lapsed', 'credentials lapsed')
  }
}

/** True for a final or a capstone project that the student failed, or a remediation plan that was not met; not while it is disputed. */
function hasFailed({ evaluations, capstone = [] }: Pick<ReportContent, 'evaluations' | 'capstone'>): boolean {
  const failed = evaluations.some(
    ({ kind, status, outcome, plan }) =>
      status !== 'disputed' && (plan === 'not_met' || (kind === 'final' && outcome === 'unsatisfactory')),
  )
  const repeated = (code: string) =>
    capstone.some(
      ({ status, course_code: course }) => !['failed', 'cancelled'].includes(status) && course === code,
    )
  return (
    failed || capstone.some(({ status, course_code: course }) => status === 'failed' && !repeated(course))
  )
}

/**
 * The most likely decision, which the school confirms or changes (domain §2.14: decision). A student passes only if the final does
 * (domain §2.13).
 */
export function suggestedDecision(content: ReportContent): Decision {
  const { missing, hours, attendance, evaluations } = content
  if (hasFailed(content)) return 'not_progressing'
  if (missing.some(({ code }) => code !== 'incident_open')) return 'incomplete'
  const isWatched = evaluations.some(
    ({ kind, outcome, plan }) => plan === 'open' || (kind === 'final' && outcome === 'needs_improvement'),
  )
  const absences = attendance.unexcused + (attendance.from_lates ?? 0)
  return isWatched || hours.over > 0 || absences > 0 ? 'progressing_with_plan' : 'progressing'
}

/** The decision of a report that is generated again: what a person decided stays, what was suggested is suggested from the new content. */
export const decisionAgain = (
  before: { decision: Decision | null; content: ReportContent } | undefined,
  content: ReportContent,
): Decision =>
  !before?.decision || before.decision === suggestedDecision(before.content)
    ? suggestedDecision(content)
    : before.decision

/** A report's simulation as a share of its hours, in percent to one decimal; 0 without hours. */
export function simShare({ hours }: Pick<ReportContent, 'hours'>): number {
  const all = hours.by_course.reduce((sum, line) => sum + line.direct + line.other + line.simulation, 0)
  return all === 0 ? 0 : Math.round((hours.simulation / all) * 1000) / 10
}

type Line = [label: string, value: string]

/** A report's content line by line, for comparing versions. */
export function linesOf(content: ReportContent): Line[] {
  const { hours, attendance, credentials, shift_reports: reports } = content
  return [
    ['Hours credited', hoursWords(hours.credited)],
    ['Direct care', hoursWords(hours.direct)],
    ['Simulation', hoursWords(hours.simulation)],
    ['Simulation not credited', hoursWords(hours.over)],
    ...hours.by_course.map((line): Line => [
      line.course ? `Course ${line.course}` : 'Without a course',
      hoursWords(line.credited),
    ]),
    ...hours.by_specialty.map((line): Line => [specialtyName(line.specialty), hoursWords(line.credited)]),
    ['Shifts', `${attendance.scheduled}`],
    ['Present', `${attendance.present}`],
    ['Late', `${attendance.late}`],
    ['Absent, excused', `${attendance.excused}`],
    ['Absent, unexcused', `${attendance.unexcused}`],
    ['Absences from late arrivals', `${attendance.from_lates ?? 0}`],
    ['Absences made up', `${attendance.made_up}`],
    ['Shift reports accepted', `${reports.accepted}`],
    ['Credentials open', `${credentials.open}`],
    ['Credentials lapsed', `${credentials.lapsed}`],
    ...content.evaluations.map((one): Line => [
      [one.name, one.evaluator_name].filter(Boolean).join(', '),
      resultWords(one),
    ]),
    ...(content.competencies ?? []).map((one): Line => [one.domain, scoreWords(one)]),
    ...(content.capstone ?? []).flatMap((project) =>
      capstoneLines(project).map(([label, value]): Line => [`Capstone: ${label.toLowerCase()}`, value]),
    ),
    ...content.missing.map((one): Line => [`Not finished: ${one.code}`, missingWords(one)]),
  ]
}

/** Numbers the lines with the same label from the second on, like those of a second capstone project. */
function numbered(lines: readonly Line[]): Line[] {
  const times = new Map<string, number>()
  return lines.map(([label, value]) => {
    const time = (times.get(label) ?? 0) + 1
    times.set(label, time)
    return [time === 1 ? label : `${label} (${time})`, value]
  })
}

/** The differences between two versions of a report, in the order of the newer one; removed lines come last (domain §2.14: a diff). */
export function differencesOf(before: ReportContent, after: ReportContent): Difference[] {
  const old = new Map(numbered(linesOf(before)))
  const now = new Map(numbered(linesOf(after)))
  return [...new Set([...now.keys(), ...old.keys()])]
    .filter((label) => old.get(label) !== now.get(label))
    .map((label) => ({
      label: label.replace(/^Not finished: .*/, 'Not finished'),
      before: old.get(label) ?? '—',
      after: now.get(label) ?? '—',
    }))
}

/**
 * Current data, limited to what the report can be compared with: credentials change independently, and older reports lack later fields.
 */
const comparable = (said: ReportContent, known: ReportContent): ReportContent => ({
  ...known,
  credentials: said.credentials,
  attendance: { ...known.attendance, ...(said.attendance.from_lates === undefined && { from_lates: 0 }) },
  ...(said.evaluations.some(({ plan }) => plan === undefined) && {
    evaluations: known.evaluations.map(({ plan: _later, ...one }) => one),
  }),
  ...(said.competencies === undefined && { competencies: undefined }),
  ...(said.capstone === undefined && { capstone: undefined }),
})

/** True when a report differs from current data. Fields that it never had don't count. */
export const isOutdated = (said: ReportContent, known: ReportContent): boolean =>
  differencesOf(said, comparable(said, known)).length > 0

/** Differences between the comments and other texts of two versions. */
export function wordDifferences(
  before: Record<string, string | null>,
  after: Record<string, string | null>,
): Difference[] {
  return Object.keys(after)
    .filter((label) => (before[label] ?? '') !== (after[label] ?? ''))
    .map((label) => ({ label, before: before[label] || '—', after: after[label] || '—' }))
}

/** Why a report can't take a step, or null (domain §2.14). Withholding and returning need a reason. */
export function stepBlocker(
  { status, proctor_id: instructor }: { status: SemesterReportStatus; proctor_id: string | null },
  to: SemesterReportStatus,
  party: ReportParty,
  reason: string | null = null,
) {
  if (!canTransition(semesterReportSteps, status, to, party))
    return refusal('semester_report.not_now', { status, to })
  if (to === 'proctor_review' && instructor === null) return refusal('semester_report.no_instructor')
  if (to === 'withheld' && (reason ?? '').trim().length < 3) return refusal('semester_report.reason_missing')
  return null
}

/**
 * Why a report can't be published, or null: it must be reviewed, decided, up to date, and complete or knowingly incomplete (domain §2.14).
 */
export function publishBlocker(
  report: {
    status: SemesterReportStatus
    proctor_id: string | null
    decision: Decision | null
    content: ReportContent
  },
  known: ReportContent,
  withMissing: boolean,
) {
  const blocked = stepBlocker(report, 'published', 'school')
  if (blocked) return blocked
  if (report.decision === null) return refusal('semester_report.undecided')
  const [changed] = differencesOf(report.content, comparable(report.content, known))
  if (changed) return refusal('semester_report.outdated', changed)
  if (known.missing.length > 0 && !withMissing)
    return refusal('semester_report.not_ready', { missing: known.missing })
  return null
}

/**
 * The content of a report as it is published: what was reviewed of the semester, with the names, dates and hours of the whole program (h)
 * as they are on that day, because later semesters add to the program without making the report outdated.
 */
export const contentToPublish = (said: ReportContent, known: ReportContent): ReportContent => ({
  ...said,
  student: known.student,
  school_name: known.school_name,
  semester: known.semester,
  hours: {
    ...said.hours,
    program_credited: known.hours.program_credited,
    program_required: known.hours.program_required,
    program_gap: known.hours.program_gap,
  },
})

/** True when a student matches the search on the readiness board. */
export function isFound(
  row: Pick<ReadinessRow, 'full_name' | 'cohort_id' | 'cohort_name'>,
  filter: { q: string; cohort?: string | undefined },
): boolean {
  const words = filter.q.trim().toLowerCase()
  return (
    (words === '' || `${row.full_name} ${row.cohort_name ?? ''}`.toLowerCase().includes(words)) &&
    (filter.cohort === undefined || row.cohort_id === filter.cohort)
  )
}

/** True when this row belongs to one of the board's views. */
export function isShown(
  {
    report,
    missing,
  }: { report: Pick<NonNullable<ReadinessRow['report']>, 'status'> | null; missing: readonly Missing[] },
  show: ReadinessShow,
): boolean {
  switch (show) {
    case 'all':
      return true
    case 'missing':
      return missing.length > 0
    case 'none':
      return report === null
    case 'working':
      return report !== null && isEditable(report.status) && report.status !== 'withheld'
    case 'published':
      return report !== null && isReleased(report.status)
    case 'withheld':
      return report?.status === 'withheld'
  }
}

/** Titles of jobs on many reports. */
export const actionTitles: Record<ReportAction, string> = {
  generate: 'Generate semester reports',
  request_comment: 'Ask instructors for comments',
  skip_comment: 'Continue to school review',
  publish: 'Publish semester reports',
  withhold: 'Withhold semester reports',
}
